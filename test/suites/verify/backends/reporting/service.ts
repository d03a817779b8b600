// Keeps a copy of the orders of an outlet that have ended, with `fetch` alone. The variable MISTAKE adds a mistake.
import {
  type ApiResponse,
  addOutlet,
  call,
  fieldsOf,
  outletRefs,
  persistently,
  Unavailable,
} from '../api.js';
import { serve } from '../serve.js';
import { Table } from '../table.js';

interface Copy {
  readonly id: string;
  readonly outletRef: string;
  readonly status: string;
  readonly paid: number;
  /** How many of each menu item and option it contains. */
  readonly sold: readonly (readonly [id: string, quantity: number])[];
  /** When the copy was requested. */
  readonly requestedAt: number;
}

/** How often an order was announced, and how many of these events its copy includes. */
interface Announced {
  readonly id: string;
  readonly outletRef: string;
  readonly received: number;
  readonly read: number;
  /** When the last event was received. */
  readonly at: number;
}

/** The menu of an outlet, and how often it was published. */
interface Menu {
  readonly outletRef: string;
  readonly ids: readonly string[];
  readonly published: number;
  readonly read: number;
}

const { WEBHOOK_SECRET = '', OUTLET_REF = '', MISTAKE, STYLE } = process.env;
const hour = 60 * 60 * 1_000;
const day = 24 * hour;
const startedAt = Date.now();
const copies = new Table<Copy>('copies');
const announcements = new Table<Announced>('announcements');
const menus = new Table<Menu>('menus');
const reading = new Set<string>();

serve([
  { method: 'GET', path: /^\/health$/, handle: () => ({ status: 200 }) },
  { method: 'GET', path: /^\/orders$/, handle: ({ outletRef }) => show(outletRef) },
  { method: 'GET', path: /^\/consumption$/, handle: ({ outletRef }) => showConsumption(outletRef) },
  { method: 'GET', path: /^\/menu$/, handle: ({ outletRef }) => showMenu(outletRef) },
  { method: 'POST', path: /^\/nightly$/, handle: runNightlyJob },
  { method: 'POST', path: /^\/backfill$/, handle: ({ body }) => backfill(fieldsOf(body).from) },
  {
    method: 'POST',
    path: /^\/webhooks$/,
    handle: ({ body, secret, outletRef }) => receive(body, secret, outletRef),
  },
  { method: 'POST', path: /^\/outlets$/, handle: ({ body }) => addOutlet(body) },
]);
for (const { id } of announcements.all()) void readAnnounced(id);
for (const { outletRef } of menus.all()) void readMenu(outletRef);
if (STYLE === 'polls') void poll();

function show(wanted: string) {
  const shown = copies.all().filter((copy) => hasEnded(copy) && copy.outletRef === wanted);
  return { status: 200, body: shown };
}

function showConsumption(wanted: string) {
  const quantities = new Map<string, number>();
  const isSold = ({ status }: Copy) =>
    status === 'complete' || (MISTAKE === 'never-reverses' && status === 'cancelled');
  for (const { sold } of copies.all().filter((copy) => isSold(copy) && copy.outletRef === wanted))
    for (const [id, quantity] of sold) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  return { status: 200, body: [...quantities].map(([id, quantity]) => ({ id, quantity })) };
}

function showMenu(wanted: string) {
  return { status: 200, body: (menus.get(wanted)?.ids ?? []).map((id) => ({ id })) };
}

/** Reads the menu until it is the one that was published last. */
async function readMenu(outletRef: string): Promise<void> {
  const key = `menu of ${outletRef}`;
  if (reading.has(key) && MISTAKE !== 'keeps-late-menus') return;
  reading.add(key);
  for (let menu = menus.get(outletRef); menu && menu.read < menu.published; menu = menus.get(outletRef)) {
    const { published } = menu;
    const step = () => call('GET', '/menus?channelType=dine-in', undefined, {}, outletRef);
    const response = await (MISTAKE === 'reads-a-menu-once'
      ? step().catch(() => undefined)
      : persistently(step));
    const items = fieldsOf(response?.body).menuItems;
    const listed = Array.isArray(items) ? items.map((item) => String(fieldsOf(item).id)) : menu.ids;
    const ids = MISTAKE === 'keeps-removed-items' ? [...new Set([...menu.ids, ...listed])] : listed;
    const { published: now = published } = menus.get(outletRef) ?? {};
    menus.set(outletRef, { outletRef, ids, published: now, read: published });
    if (MISTAKE === 'keeps-late-menus') break;
  }
  reading.delete(key);
}

/** Returns what an order contains. */
function soldOf(order: unknown): Copy['sold'] {
  const { items } = fieldsOf(order);
  const lines = Array.isArray(items) ? items : [];
  const byItem = new Map(lines.map((item) => [fieldsOf(item).menuItemId, item]));
  return (MISTAKE === 'keeps-one-line-of-an-item' ? [...byItem.values()] : lines).flatMap((item) => {
    const { menuItemId, quantity, options } = fieldsOf(item);
    const ofOptions = (Array.isArray(options) && MISTAKE !== 'counts-no-options' ? options : []).map(
      (option) =>
        [String(fieldsOf(option).optionId), Number(fieldsOf(option).quantity) * Number(quantity)] as const,
    );
    return [[String(menuItemId), Number(quantity)] as const, ...ofOptions];
  });
}

function hasEnded({ status }: Copy): boolean {
  return status === 'complete' || status === 'cancelled';
}

/** Stores the event before the response, because the API sends it no more after a 200. */
function receive(body: unknown, secret: string | null, urlRef: string) {
  const outletRef = MISTAKE === 'mixes-up-outlets' ? OUTLET_REF : urlRef;
  const isSecret =
    MISTAKE === 'compares-the-beginning'
      ? WEBHOOK_SECRET.startsWith(secret ?? '')
      : secret === WEBHOOK_SECRET;
  if (!isSecret) return { status: 401 };
  const { id, event } = fieldsOf(body);
  if (event === 'menus.published') {
    const menu = menus.get(outletRef) ?? { outletRef, ids: [], published: 0, read: 0 };
    menus.set(outletRef, { ...menu, published: menu.published + 1 });
    void readMenu(outletRef);
  }
  if (typeof id !== 'string' || STYLE === 'polls') return { status: 200 };
  if (STYLE === 'reads-first') {
    remember(id, outletRef);
    return readOnce(id, outletRef);
  }
  if (MISTAKE === 'handles-the-first-event' && announcements.get(id)) return { status: 200 };
  if (MISTAKE === 'acknowledges-before-storing' || MISTAKE === 'keeps-late-responses')
    return { status: 200, afterwards: () => void readOrder(id, outletRef) };
  const { received = 0, read = 0 } = announcements.get(id) ?? {};
  announcements.set(id, { id, outletRef, received: received + 1, read, at: Date.now() });
  void readAnnounced(id);
  return { status: 200 };
}

/** Lets the nightly job read the order if the list lacks it. */
function remember(id: string, outletRef: string): void {
  announcements.set(id, { id, outletRef, received: 0, read: 0, at: Date.now() });
}

/** Reads an order until its copy includes all events. */
async function readAnnounced(id: string): Promise<void> {
  if (reading.has(id)) return;
  reading.add(id);
  let entry = announcements.get(id);
  while (entry && entry.read < entry.received) {
    await readOrder(id, entry.outletRef);
    // More events may have arrived meanwhile.
    entry = { ...(announcements.get(id) ?? entry), read: entry.received };
    announcements.set(id, entry);
  }
  reading.delete(id);
}

async function readOrder(id: string, outletRef: string): Promise<void> {
  await persistently(() => readOnce(id, outletRef));
}

async function readOnce(id: string, outletRef: string) {
  const response = await call('GET', `/orders/${encodeURIComponent(id)}`, undefined, {}, outletRef);
  // Some orders, such as those of an aggregator, can only be listed.
  if (response.status === 404 && MISTAKE === 'removes-missing-orders') copies.delete(id);
  if (response.status !== 404) keep(response.body, response, outletRef, 'event');
  return { status: 200 };
}

/** Lists the orders of the last hour again and again. */
async function poll(): Promise<void> {
  for (const [id, outletRef] of await listOrders(Date.now() - hour, Date.now())) remember(id, outletRef);
  setTimeout(() => void poll(), 1_000);
}

/** Finds what no event announced: lists the last days, and reads known orders that the list lacks, such as reopened ones. */
async function runNightlyJob() {
  if (MISTAKE === 'has-no-nightly-job') return { status: 200 };
  const now = Date.now();
  const from = MISTAKE === 'forgets-downtime' ? startedAt : now - 31 * day;
  const listed = await listOrders(from, now);
  const recent = announcements.all().filter(({ at }) => at > now - 31 * day);
  const open = copies.all().filter((copy) => !hasEnded(copy));
  if (MISTAKE === 'removes-old-copies')
    for (const { id } of copies.all()) if (!listed.has(id)) copies.delete(id);
  if (MISTAKE === 'ignores-reopened-orders') return { status: 200 };
  const others = new Map([...recent, ...open].map(({ id, outletRef }) => [id, outletRef]));
  for (const id of listed.keys()) others.delete(id);
  await Promise.all([...others].map(([id, outletRef]) => readOrder(id, outletRef)));
  return { status: 200 };
}

async function backfill(from: unknown) {
  const begin = typeof from === 'string' ? Date.parse(from) : Number.NaN;
  if (Number.isNaN(begin)) return { status: 400 };
  if (MISTAKE === 'starts-a-backfill-once' && announcements.get('backfill')) return { status: 200 };
  if (MISTAKE === 'starts-a-backfill-once')
    announcements.set('backfill', { id: 'backfill', outletRef: '', received: 0, read: 0, at: 0 });
  const now = Date.now();
  // The API lists at most 31 days. It may exclude the bounds, so the slices overlap.
  for (let start = begin; start < now; start += 30 * day) {
    await listOrders(start - 1_000, Math.min(start + 30 * day, now));
  }
  return { status: 200 };
}

/** Keeps the orders of a time range. Returns the outlet of each order by the ID. */
async function listOrders(from: number, to: number): Promise<Map<string, string>> {
  const listed = new Map<string, string>();
  const range = { from: textOf(from), to: textOf(to) };
  for (const outletRef of outletRefs()) {
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const query: string = new URLSearchParams(cursor ? { ...range, cursor } : range).toString();
      const page = readPage(query, outletRef);
      const { records, next }: Page =
        MISTAKE === 'takes-a-failure-as-the-end'
          ? await page.catch(() => ({ records: [], next: undefined }))
          : await page.catch(() => persistently(() => readPage(query, outletRef)));
      for (const id of records) listed.set(id, outletRef);
      cursor = next;
    }
  }
  return listed;
}

function textOf(time: number): string {
  const date = new Date(time);
  if (MISTAKE !== 'sends-local-time') return date.toISOString();
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString();
}

interface Page {
  /** The IDs of the orders. */
  readonly records: readonly string[];
  readonly next: string | undefined;
}

async function readPage(query: string, outletRef: string): Promise<Page> {
  const response = await call('GET', `/orders?${query}`, undefined, {}, outletRef);
  if (response.status >= 300) throw new Unavailable(`GET /orders: ${response.status}`);
  // The name of the field with the orders is not documented.
  const list = Object.values(fieldsOf(response.body)).find(Array.isArray) ?? [];
  const read = MISTAKE === 'keeps-late-pages' ? { ...response, requestedAt: Date.now() } : response;
  const records = list.map((order) => keep(order, read, outletRef, 'list'));
  const { next } = fieldsOf(response.body);
  const isLast = MISTAKE === 'stops-at-a-short-page' && records.length < 25;
  return { records, next: typeof next === 'string' && next !== '' && !isLast ? next : undefined };
}

/** Stores a copy of an order, unless the stored copy was requested later. Returns the ID of the order. */
function keep(
  order: unknown,
  { requestedAt }: ApiResponse,
  ownRef: string,
  source: 'event' | 'list',
): string {
  const outletRef = MISTAKE === 'books-all-at-one-outlet' ? OUTLET_REF : ownRef;
  const { id, status } = fieldsOf(order);
  if (typeof id !== 'string' || typeof status !== 'string')
    throw new Unavailable('An order has no ID or status');
  const known = copies.get(id);
  let paid = status === 'complete' ? paidOf(order) : 0;
  if (MISTAKE === 'handles-repeats-twice' && known?.status === 'complete' && status === 'complete') {
    paid = known.paid + (source === 'event' ? paid : 0);
  }
  if (!known || known.requestedAt <= requestedAt || MISTAKE === 'keeps-late-responses')
    copies.set(id, { id, outletRef, status, paid, sold: soldOf(order), requestedAt });
  if (MISTAKE === 'books-each-sale-twice' && status === 'complete')
    copies.set(`${id}-2`, { id: `${id}-2`, outletRef, status, paid, sold: [], requestedAt });
  return id;
}

/** Returns the sum of the payments of an order. The API can leave out an empty list, or set it to `null`. */
function paidOf(order: unknown): number {
  const { payments } = fieldsOf(order);
  const amounts = Array.isArray(payments) ? payments.map((payment) => Number(fieldsOf(payment).amount)) : [];
  const cents = amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
  return cents / 100;
}
