// Forwards the orders of a platform to an outlet and follows their status, with `fetch` alone. The variable MISTAKE adds a mistake.
import { randomUUID } from 'node:crypto';
import { type ApiResponse, call, fieldsOf, persistently, Unavailable } from '../api.js';
import { serve } from '../serve.js';
import { Table } from '../table.js';

interface Order {
  readonly reference: string;
  readonly items: unknown;
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

const { WEBHOOK_SECRET = '', CHANNEL_ID, PARTNER_CHANNEL, MISTAKE, STYLE } = process.env;
const hasNoSweep = MISTAKE === 'never-sweeps' || MISTAKE === 'acknowledges-before-storing';
const hour = 60 * 60 * 1_000;
const orders = new Table<Order>('orders');
/** Events about orders whose ID is not known yet, by order ID. */
const strays = new Table<{ readonly id: string; readonly isRead: boolean }>('strays');
const working = new Map<string, Promise<void>>();

serve([
  { method: 'GET', path: /^\/health$/, handle: () => ({ status: 200 }) },
  { method: 'GET', path: /^\/orders$/, handle: () => ({ status: 200, body: orders.all().map(show) }) },
  { method: 'POST', path: /^\/orders$/, handle: ({ body }) => accept(body) },
  { method: 'POST', path: /^\/orders\/([^/]+)\/cancel$/, handle: ({ part }) => acceptCancellation(part) },
  { method: 'POST', path: /^\/webhooks$/, handle: ({ body, secret }) => receive(body, secret) },
]);
for (const { reference } of orders.all()) void work(reference);
for (const { id, isRead } of strays.all()) if (!isRead) void readStray(id);
if (!hasNoSweep) void readRecentOrders();
setInterval(readRecentOrders, hour);
if (STYLE === 'polls') void pollOpenOrders();

function show({ reference, id, status }: Order): object {
  return { reference, id, status };
}

/** The guest's app repeats the call if it gets no response. The order is stored before the response promises it. */
function accept(body: unknown) {
  const { reference, items } = fieldsOf(body);
  if (MISTAKE === 'logs-guests') console.log('New order', JSON.stringify(items));
  if (typeof reference !== 'string' || !Array.isArray(items)) return { status: 400 };
  const known = orders.get(reference);
  const hasEnded = known?.status === 'complete' || known?.status === 'cancelled';
  if (!known || (hasEnded && MISTAKE === 'forgets-ended-orders')) {
    orders.set(reference, {
      reference,
      items,
      key: randomUUID(),
      acceptedAt: Date.now(),
      status: 'accepted',
      requestedAt: 0,
      wantsCancellation: false,
      eventsReceived: 0,
      eventsRead: 0,
    });
    void work(reference);
  }
  return { status: 202 };
}

function acceptCancellation(reference: string) {
  const order = orders.get(reference);
  if (!order) return { status: 404 };
  if (MISTAKE === 'forgets-early-cancellations' && !order.id) return { status: 202 };
  change(reference, { wantsCancellation: true });
  void work(reference);
  return { status: MISTAKE === 'confirms-at-once' ? 200 : 202 };
}

/** An event can be late or a repeat, so it only says that the order has to be read. */
async function receive(body: unknown, secret: string | null) {
  if (MISTAKE === 'logs-the-secret') console.log(`POST /webhooks?secret=${secret}`);
  if (!isSecret(secret ?? '')) return { status: 401 };
  const { id, event } = fieldsOf(body);
  if (typeof id !== 'string' || STYLE === 'polls') return { status: 200 };
  const order = orders.all().find((order) => order.id === id);
  if (STYLE === 'reads-first') return readNow(id);
  if (MISTAKE === 'ignores-unknown-orders' && !order) return { status: 200 };
  if (MISTAKE === 'handles-the-first-event' && order && order.eventsReceived > 0) return { status: 200 };
  if (MISTAKE === 'acknowledges-before-storing')
    return { status: 200, afterwards: () => void persistently(() => readNow(id)) };
  if (!order) {
    strays.set(id, { id, isRead: false });
    void readStray(id);
  } else if (MISTAKE === 'trusts-the-event') {
    change(order.reference, { status: String(event).replace('order.', '') });
  } else {
    change(order.reference, { eventsReceived: order.eventsReceived + 1 });
    void work(order.reference);
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
async function readNow(id: string) {
  const response = await call('GET', `/orders/${encodeURIComponent(id)}`);
  const { orderId } = fieldsOf(fieldsOf(response.body).partnerInfo);
  if (typeof orderId === 'string' && orders.get(orderId)) keep(orderId, response);
  return { status: 200 };
}

/** Reads the orders that have not ended, one after the other. */
async function pollOpenOrders(): Promise<void> {
  const hasEnded = ({ status }: Order) => ['complete', 'cancelled'].includes(status);
  for (const order of orders.all().filter(({ id }) => id)) {
    if (!hasEnded(order)) await read(order, `/orders/${order.id}`).catch(console.error);
  }
  setTimeout(() => void pollOpenOrders(), 500);
}

/** Does what is left to do for an order, one step after the other. */
async function work(reference: string): Promise<void> {
  if (!nextStep(reference)) return;
  const running = working.get(reference) ?? takeSteps(reference);
  working.set(reference, running);
  await running;
}

async function takeSteps(reference: string): Promise<void> {
  while (nextStep(reference)) await persistently(async () => nextStep(reference)?.());
  working.delete(reference);
}

function nextStep(reference: string): (() => Promise<void>) | undefined {
  const order = orders.get(reference);
  if (!order || ['rejected', 'unclear'].includes(order.status)) return undefined;
  if (!order.id) return () => create(order);
  if (order.wantsCancellation) return () => cancel(order, `/orders/${order.id}`);
  if (order.eventsReceived > order.eventsRead) return () => read(order, `/orders/${order.id}`);
  return undefined;
}

async function create({ reference, items, key, acceptedAt }: Order): Promise<void> {
  // The API forgets the key after 24 hours, and would create the order again. A person has to look.
  if (Date.now() - acceptedAt > 23 * hour) return change(reference, { status: 'unclear' });
  const idempotencyKey = MISTAKE === 'new-key-for-each-attempt' ? randomUUID() : key;
  const body = newOrder(reference, items);
  const response = await call('POST', '/orders', body, { 'idempotency-key': idempotencyKey });
  if (MISTAKE === 'posts-a-copy') await call('POST', '/orders', newOrder(`${reference}-2`, items));
  if ([400, 413, 422].includes(response.status)) change(reference, { status: 'rejected' });
  // To a repeated call, the API returns its first response, which is older than any copy that was read.
  else keep(reference, { ...response, requestedAt: 0 });
}

function newOrder(reference: string, items: unknown): object {
  const order = {
    channelId: CHANNEL_ID,
    partnerInfo: { partnerChannel: PARTNER_CHANNEL, orderId: reference },
    items,
  };
  const lines = Array.isArray(items) ? items.map(fieldsOf) : [];
  switch (MISTAKE) {
    case 'sends-one-piece':
      return { ...order, items: lines.map((line) => ({ ...line, quantity: 1 })) };
    case 'sends-no-options':
      return { ...order, items: lines.map((line) => ({ ...line, options: [] })) };
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

async function cancel({ reference }: Order, path: string): Promise<void> {
  const response = await call('PUT', path, { status: 'cancelled' });
  if (response.status < 300) keep(reference, response);
  // Too late: what became of the order has to be read.
  else change(reference, { eventsReceived: (orders.get(reference)?.eventsReceived ?? 0) + 1 });
  change(reference, { wantsCancellation: false });
}

async function read(order: Pick<Order, 'reference' | 'eventsReceived'>, path: string): Promise<void> {
  const { reference, eventsReceived } = order;
  keep(reference, await call('GET', path));
  change(reference, { eventsRead: eventsReceived });
}

/** An event can arrive before the response to the request that created its order, or instead of this response. */
async function readStray(id: string): Promise<void> {
  await persistently(async () => {
    const response = await call('GET', `/orders/${encodeURIComponent(id)}`);
    const { orderId } = fieldsOf(fieldsOf(response.body).partnerInfo);
    if (typeof orderId === 'string' && orders.get(orderId)) keep(orderId, response);
  });
  strays.set(id, { id, isRead: true });
}

/** Finds what happened while the process was down for longer than the API retries webhooks. Newest first, one at a time. */
async function readRecentOrders(): Promise<void> {
  const recent = orders.all().filter(({ acceptedAt, id }) => id && Date.now() - acceptedAt < 24 * hour);
  for (const { reference } of recent.reverse()) {
    change(reference, { eventsReceived: (orders.get(reference)?.eventsReceived ?? 0) + 1 });
    await work(reference);
  }
}

/** Stores a copy of an order, unless the stored copy was requested later. */
function keep(reference: string, { status: httpStatus, body, requestedAt }: ApiResponse): void {
  const { id, status } = fieldsOf(body);
  if (httpStatus >= 300 || typeof id !== 'string' || typeof status !== 'string') {
    throw new Unavailable(`Order ${reference}: unexpected response with status ${httpStatus}`);
  }
  const order = orders.get(reference);
  if (order?.id && order.id !== id) return;
  if (order && order.requestedAt > requestedAt) change(reference, { id });
  else change(reference, { id, status, requestedAt });
}

function change(reference: string, changes: Partial<Order>): void {
  const order = orders.get(reference);
  if (order) orders.set(reference, { ...order, ...changes });
}
