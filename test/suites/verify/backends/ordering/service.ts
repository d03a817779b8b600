// Forwards the orders of a platform to an outlet and follows their status, with `fetch` alone. The variable MISTAKE adds a mistake.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiResponse, addOutlet, call, fieldsOf, persistently, Unavailable } from '../api.js';
import { serve } from '../serve.js';
import { Table } from '../table.js';

interface Order {
  /** The key of its row, because two outlets can have orders with equal references. */
  readonly name: string;
  readonly outletRef: string;
  readonly reference: string;
  readonly items: unknown;
  /** What the guest has paid, in cents. Missing if no menu was read. */
  readonly paid?: number | undefined;
  /** The idempotency key of all attempts to create the order. */
  readonly key: string;
  readonly acceptedAt: number;
  /** The API's ID. Missing until it is known. */
  readonly id?: string;
  /** That of the API; before the order is created, `accepted`, `rejected` or `unclear`. */
  readonly status: string;
  /** When the stored copy was requested. */
  readonly requestedAt: number;
  readonly wantsCancellation: boolean;
  readonly eventsReceived: number;
  /** How many events had been received when the stored copy was requested. */
  readonly eventsRead: number;
}

const { WEBHOOK_SECRET = '', OUTLET_REF, CHANNEL_ID, PARTNER_CHANNEL, MISTAKE, STYLE } = process.env;
const hasNoSweep = MISTAKE === 'never-sweeps' || MISTAKE === 'acknowledges-before-storing';
const hour = 60 * 60 * 1_000;
const orders = new Table<Order>('orders');
/** Events about orders whose ID is not known yet, by order ID. */
const strays = new Table<{ readonly id: string; readonly outletRef: string; readonly isRead: boolean }>(
  'strays',
);
/** One row: the menu of the first outlet, as the price of each item and option in cents. */
const menus = new Table<Readonly<Record<string, number>>>('menus');
const working = new Map<string, Promise<void>>();

serve([
  { method: 'GET', path: /^\/health$/, handle: () => ({ status: 200 }) },
  { method: 'GET', path: /^\/orders$/, handle: ({ outletRef }) => show(outletRef) },
  { method: 'POST', path: /^\/orders$/, handle: ({ body, outletRef }) => accept(body, outletRef) },
  {
    method: 'POST',
    path: /^\/orders\/([^/]+)\/cancel$/,
    handle: ({ part, outletRef }) => acceptCancellation(nameOf(outletRef, part)),
  },
  {
    method: 'POST',
    path: /^\/webhooks$/,
    handle: ({ body, secret, outletRef }) => receive(body, secret, outletRef),
  },
  { method: 'POST', path: /^\/refresh-menu$/, handle: refreshMenu },
  { method: 'POST', path: /^\/outlets$/, handle: ({ body }) => addOutlet(body) },
]);
for (const { name } of orders.all()) void work(name);
for (const { id, outletRef, isRead } of strays.all()) if (!isRead) void readStray(id, outletRef);
if (!hasNoSweep) void readRecentOrders();
setInterval(readRecentOrders, hour);
if (STYLE === 'polls') void pollOpenOrders();

function show(wanted: string) {
  const shown = orders.all().filter(({ outletRef }) => outletRef === wanted);
  return { status: 200, body: shown.map(({ reference, id, status }) => ({ reference, id, status })) };
}

function nameOf(outletRef: string, reference: string): string {
  return MISTAKE === 'mixes-up-outlets' ? reference : `${outletRef} ${reference}`;
}

/** The guest's app repeats the call if it gets no response. The order is stored before the response promises it. */
function accept(body: unknown, outletRef: string) {
  const { reference, items } = fieldsOf(body);
  if (MISTAKE === 'logs-guests') console.log('New order', JSON.stringify(items));
  if (typeof reference !== 'string' || !Array.isArray(items)) return { status: 400 };
  const name = nameOf(outletRef, reference);
  const known = orders.get(name);
  if (!known || (hasEnded(known) && MISTAKE === 'forgets-ended-orders')) {
    orders.set(name, {
      name,
      outletRef,
      reference,
      items,
      paid: outletRef === OUTLET_REF ? priceOf(items) : undefined,
      key: randomUUID(),
      acceptedAt: Date.now(),
      status: 'accepted',
      requestedAt: 0,
      wantsCancellation: false,
      eventsReceived: 0,
      eventsRead: 0,
    });
    void work(name);
  }
  return { status: 202 };
}

async function refreshMenu() {
  const { body } = await persistently(() =>
    call('GET', `/menus?channelType=partner&partnerChannel=${PARTNER_CHANNEL}`),
  );
  const { menuItems } = fieldsOf(fieldsOf(body).data ?? body);
  const priced = listOf(menuItems).flatMap(({ id, price, options }) => [
    { id: String(id), price },
    ...listOf(options).map((option) => ({ id: `${id} ${option.id}`, price: option.price })),
  ]);
  menus.set('last', Object.fromEntries(priced.map(({ id, price }) => [id, Math.round(100 * Number(price))])));
  return { status: 200 };
}

/** Returns what items cost, in cents; `undefined` if a price is unknown. */
function priceOf(items: unknown): number | undefined {
  const menu = menus.get('last') ?? {};
  const sum = listOf(items).reduce((total, { menuItemId, quantity, options }) => {
    const price = listOf(options).reduce(
      (one, option) => one + Number(option.quantity) * Number(menu[`${menuItemId} ${option.optionId}`]),
      Number(menu[String(menuItemId)]),
    );
    return total + Number(quantity) * price;
  }, 0);
  return Number.isNaN(sum) ? undefined : sum;
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function acceptCancellation(name: string) {
  const order = orders.get(name);
  if (!order) return { status: 404 };
  if (MISTAKE === 'forgets-early-cancellations' && !order.id) return { status: 202 };
  change(name, { wantsCancellation: true });
  void work(name);
  return { status: MISTAKE === 'confirms-at-once' ? 200 : 202 };
}

/** An event can be late or a repeat, so it only says that the order has to be read. */
async function receive(body: unknown, secret: string | null, outletRef: string) {
  if (MISTAKE === 'logs-the-secret') console.log(`POST /webhooks?secret=${secret}`);
  if (!isSecret(secret ?? '')) return { status: 401 };
  const { id, event } = fieldsOf(body);
  if (typeof id !== 'string' || STYLE === 'polls') return { status: 200 };
  const order = orders.all().find((order) => order.id === id);
  if (STYLE === 'reads-first') return readNow(id, outletRef);
  if (MISTAKE === 'ignores-unknown-orders' && !order) return { status: 200 };
  if (MISTAKE === 'handles-the-first-event' && order && order.eventsReceived > 0) return { status: 200 };
  if (MISTAKE === 'acknowledges-before-storing')
    return { status: 200, afterwards: () => void persistently(() => readNow(id, outletRef)) };
  if (!order) {
    strays.set(id, { id, outletRef, isRead: false });
    void readStray(id, outletRef);
  } else if (MISTAKE === 'trusts-the-event') {
    change(order.name, { status: String(event).replace('order.', '') });
  } else {
    change(order.name, { eventsReceived: order.eventsReceived + 1 });
    void work(order.name);
  }
  return { status: 200 };
}

function isSecret(secret: string): boolean {
  switch (MISTAKE) {
    case 'checks-no-secret':
      return true;
    case 'compares-the-beginning':
      return WEBHOOK_SECRET.startsWith(secret);
    case 'accepts-a-longer-secret':
      return secret.startsWith(WEBHOOK_SECRET);
    default:
      return secret === WEBHOOK_SECRET;
  }
}

/** Reads the order of an event before the response. After a failure, the API repeats the event. */
async function readNow(id: string, outletRef: string) {
  const response = await call('GET', `/orders/${encodeURIComponent(id)}`, undefined, {}, outletRef);
  const { orderId } = fieldsOf(fieldsOf(response.body).partnerInfo);
  const name = nameOf(outletRef, String(orderId));
  if (orders.get(name)) keep(name, response);
  return { status: 200 };
}

/** Whether the order changes no more. */
function hasEnded({ status }: Order): boolean {
  return status === 'complete' || status === 'cancelled';
}

/** Reads the orders that have not ended, one after the other. */
async function pollOpenOrders(): Promise<void> {
  for (const order of orders.all().filter(({ id }) => id)) {
    if (!hasEnded(order)) await read(order, `/orders/${order.id}`).catch(console.error);
  }
  setTimeout(() => void pollOpenOrders(), 500);
}

/** Does what is left to do for an order, one step after the other. */
async function work(name: string): Promise<void> {
  if (!nextStep(name)) return;
  const running = working.get(name) ?? takeSteps(name);
  working.set(name, running);
  await running;
}

async function takeSteps(name: string): Promise<void> {
  while (nextStep(name)) await persistently(async () => nextStep(name)?.());
  working.delete(name);
}

function nextStep(name: string): (() => Promise<void>) | undefined {
  const order = orders.get(name);
  if (!order || ['rejected', 'unclear'].includes(order.status)) return undefined;
  const isBlocked = MISTAKE === 'stops-at-a-rejection' && orders.all().some(isRejected);
  if (isBlocked) return undefined;
  if (!order.id) return () => create(order);
  if (order.wantsCancellation) return () => cancel(order, `/orders/${order.id}`);
  if (order.eventsReceived > order.eventsRead) return () => read(order, `/orders/${order.id}`);
  return undefined;
}

function isRejected({ status }: Order): boolean {
  return status === 'rejected';
}

async function create(order: Order): Promise<void> {
  const { name, outletRef, reference, key, acceptedAt } = order;
  // The API forgets the key after 24 hours, and would create the order again. A person has to look.
  if (Date.now() - acceptedAt > 23 * hour) return change(name, { status: 'unclear' });
  const idempotencyKey = MISTAKE === 'new-key-for-each-attempt' ? randomUUID() : key;
  if (MISTAKE === 'holds-orders') await sleep(Math.max(0, acceptedAt + 11_000 - Date.now()));
  const body = newOrder(order);
  const headers = { 'idempotency-key': idempotencyKey };
  const response = await call('POST', '/orders', body, headers, outletRef);
  if (MISTAKE === 'posts-a-copy')
    await call('POST', '/orders', newOrder({ ...order, reference: `${reference}-2` }));
  if ([400, 413, 422].includes(response.status)) change(name, { status: 'rejected' });
  // To a repeated call, the API returns its first response, which is older than any copy that was read.
  else keep(name, { ...response, requestedAt: 0 });
  if (MISTAKE !== 'sends-rejected-orders-again' || response.status >= 300) return;
  for (const rejected of orders.all().filter(isRejected)) {
    change(rejected.name, { status: 'accepted', key: randomUUID() });
    void work(rejected.name);
  }
}

function newOrder({ reference, items, paid: stored }: Order): object {
  const paid = MISTAKE === 'recalculates-payments' ? priceOf(items) : stored;
  const payment = { offlineMethod: 'card', amount: Number(paid) / 100, currency: 'EUR' };
  const order = {
    channelId: CHANNEL_ID,
    partnerInfo: { partnerChannel: PARTNER_CHANNEL, orderId: reference },
    items,
    ...(paid !== undefined && { payments: [payment] }),
  };
  const lines = listOf(items);
  switch (MISTAKE) {
    case 'sends-one-piece':
      return { ...order, items: lines.map((line) => ({ ...line, quantity: 1 })) };
    case 'sends-no-options':
      return { ...order, items: lines.map((line) => ({ ...line, options: [] })) };
    case 'sends-ten-lines':
      return { ...order, items: lines.slice(0, 10) };
    case 'sends-to-a-table':
      return { ...order, channelId: 'table-1' };
    case 'uses-another-name':
      return { ...order, partnerInfo: { partnerChannel: 'other', orderId: reference } };
    case 'pays-too-little':
      return { ...order, payments: [{ offlineMethod: 'card', amount: 1, currency: 'EUR' }] };
    default:
      return order;
  }
}

async function cancel({ name, outletRef }: Order, path: string): Promise<void> {
  const response = await call('PUT', path, { status: 'cancelled' }, {}, outletRef);
  if (response.status < 300) keep(name, response);
  // Too late: what became of the order has to be read.
  else change(name, { eventsReceived: (orders.get(name)?.eventsReceived ?? 0) + 1 });
  change(name, { wantsCancellation: false });
}

async function read({ name, outletRef, eventsReceived }: Order, path: string): Promise<void> {
  keep(name, await call('GET', path, undefined, {}, outletRef));
  change(name, { eventsRead: eventsReceived });
}

/** An event can arrive before the response to the request that created its order, or instead of this response. */
async function readStray(id: string, outletRef: string): Promise<void> {
  await persistently(() => readNow(id, outletRef));
  strays.set(id, { id, outletRef, isRead: true });
}

/** Finds what happened while the process was down for longer than the API retries webhooks. Newest first, one at a time. */
async function readRecentOrders(): Promise<void> {
  const recent = orders
    .all()
    .filter((order) => order.id && !hasEnded(order) && Date.now() - order.acceptedAt < 24 * hour);
  for (const { name } of recent.reverse()) {
    change(name, { eventsReceived: (orders.get(name)?.eventsReceived ?? 0) + 1 });
    await work(name);
  }
}

/** Stores a copy of an order, unless the stored copy was requested later. */
function keep(name: string, { status: httpStatus, body, requestedAt }: ApiResponse): void {
  const { id, status } = fieldsOf(body);
  if (httpStatus >= 300 || typeof id !== 'string' || typeof status !== 'string') {
    throw new Unavailable(`Order ${name}: unexpected response with status ${httpStatus}`);
  }
  const order = orders.get(name);
  if (order?.id && order.id !== id) return;
  if (order && order.requestedAt > requestedAt) change(name, { id });
  else change(name, { id, status, requestedAt });
}

function change(name: string, changes: Partial<Order>): void {
  const order = orders.get(name);
  if (order) orders.set(name, { ...order, ...changes });
}
