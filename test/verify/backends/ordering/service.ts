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

const { WEBHOOK_SECRET, CHANNEL_ID, PARTNER_CHANNEL, MISTAKE } = process.env;
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
void readRecentOrders();
setInterval(readRecentOrders, hour);

function show({ reference, id, status }: Order): object {
  return { reference, id, status };
}

/** The guest's app repeats the call if it gets no response. The order is stored before the response promises it. */
function accept(body: unknown) {
  const { reference, items } = fieldsOf(body);
  if (typeof reference !== 'string' || !Array.isArray(items)) return { status: 400 };
  if (!orders.get(reference)) {
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
  if (!orders.get(reference)) return { status: 404 };
  change(reference, { wantsCancellation: true });
  void work(reference);
  return { status: 202 };
}

/** An event can be late or a repeat, so it only says that the order has to be read. */
function receive(body: unknown, secret: string | null) {
  if (secret !== WEBHOOK_SECRET && MISTAKE !== 'checks-no-secret') return { status: 401 };
  const { id, event } = fieldsOf(body);
  if (typeof id !== 'string') return { status: 200 };
  const order = orders.all().find((order) => order.id === id);
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
  const partnerInfo = { partnerChannel: PARTNER_CHANNEL, orderId: reference };
  const response = await call(
    'POST',
    '/orders',
    { channelId: CHANNEL_ID, partnerInfo, items },
    { 'idempotency-key': MISTAKE === 'new-key-for-each-attempt' ? randomUUID() : key },
  );
  if ([400, 413, 422].includes(response.status)) change(reference, { status: 'rejected' });
  // To a repeated call, the API returns its first response, which is older than any copy that was read.
  else keep(reference, { ...response, requestedAt: 0 });
}

async function cancel({ reference }: Order, path: string): Promise<void> {
  const response = await call('PUT', path, { status: 'cancelled' });
  if (response.status < 300) keep(reference, response);
  // Too late: what became of the order has to be read.
  else change(reference, { eventsReceived: (orders.get(reference)?.eventsReceived ?? 0) + 1 });
  change(reference, { wantsCancellation: false });
}

async function read({ reference, eventsReceived }: Order, path: string): Promise<void> {
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
