import { v4 as uuid } from 'uuid';
import * as z from 'zod/mini';
import type { FakeEndpoint } from '../../fake/index.js';
import { day, formatInstant, parseInstant } from '../../instants.js';
import { isRecord } from '../../json.js';
import {
  actionLogEntrySchema,
  channelSchema,
  goodsReceiptSchema,
  orderSchema,
} from '../../schemas/entities.js';
import { kindOf } from '../../transport/receive/page-body.js';
import { unknownId } from '../access-requests.js';
import type { Caller, Reply } from '../caller.js';
import { type Entry, pageOf, pagingOf, readList } from '../pages.js';
import type { Evidence, Probe, Sightings } from '../probe.js';
import { partsOf } from './fields.js';
import { fullestStatus } from './lists.js';
import { acceptableOrder, newOrder } from './new-orders.js';
import { anyKey, pagedLists } from './records.js';

/** A sentence that is true or not. */
export interface Statement extends Omit<Probe<true>, 'needs'> {
  readonly name: string;
}

/** The rule whose breach costs money. */
export const oneOrderPerKey = 'One idempotency key creates one order (Idempotency rules, 2).';

/** Rules of the API specification. A difference is a defect of the API. */
export const rules: readonly Statement[] = [
  {
    name: 'Every response states the rate limit (Limits).',
    calls: anyKey,
    async *observe({ run }) {
      for (const { at, status, headers } of run.responses) {
        // A gateway can send its own errors.
        if (status >= 429) continue;
        yield { ...holdsIf(headers.get('x-ratelimit-limit') !== null, 'The headers are missing.'), at };
      }
    },
  },
  {
    name: 'An error has its status as code, and a message (Errors).',
    calls: anyKey,
    async *observe({ run }) {
      for (const { at, status, error } of run.responses) {
        if (error === undefined) continue;
        const { code, message } = isRecord(error) ? error : {};
        const isDocumented = code === status && typeof message === 'string';
        yield { ...holdsIf(isDocumented, `A ${status} has another form.`), at };
      }
    },
  },
  {
    name: 'An order that does not exist is a 404 (GET /orders/:id).',
    calls: [['GET /orders/{id}']],
    async *observe(caller, endpoint) {
      yield hasStatus(await caller.read(endpoint), 404);
    },
  },
  {
    name: 'A range of more than 31 days is a 400 (Limits).',
    calls: pagedLists,
    async *observe(caller, endpoint) {
      const from = formatInstant(Date.parse(caller.run.range.to) - 32 * day);
      yield hasStatus(await caller.read(endpoint, { from }), 400);
    },
  },
  {
    name: 'Records have the documented types (Resources and their fields).',
    calls: [['GET /channels'], ...pagedLists],
    async *observe(caller, endpoint) {
      for (const record of await recordsOf(caller, endpoint)) {
        const problems = typeProblems(endpoint, record);
        if (problems.length === 0) yield { value: true };
        for (const other of problems) yield { other };
      }
    },
  },
  {
    name: 'Amounts are in units of the currency (Payment).',
    calls: [['GET /orders']],
    async *observe(caller, endpoint) {
      const payments = partsOf(await recordsOf(caller, endpoint), 'payments');
      const amounts = payments.flatMap((payment) => (hasCents(payment) ? [payment.amount] : []));
      if (amounts.some((amount) => !Number.isInteger(amount))) yield { value: true };
      else if (amounts.length >= 20)
        yield {
          doubt: `All ${amounts.length} amounts are whole numbers, up to ${Math.max(...amounts)}. Check with a receipt that they are not cents.`,
        };
    },
  },
  {
    name: 'The cursor of the next page is in the field next (GET /orders/action-logs, GET /inventory/goods-receipts).',
    calls: [['GET /orders/action-logs'], ['GET /inventory/goods-receipts']],
    async *observe(caller, endpoint) {
      const paging = await pagingOf(caller, endpoint);
      if (paging) yield holdsIf(paging.nextField === 'next', `The cursor is in ${paging.nextField}.`);
    },
  },
  {
    name: 'A page has at most 25 records of a status (Limits).',
    calls: [['GET /orders'], ['GET /inventory/goods-receipts']],
    async *observe(caller, endpoint) {
      for (const page of (await readList(caller, endpoint, 3)).pages) {
        const count = endpoint === 'GET /orders' ? fullestStatus(page) : page.records.length;
        yield holdsIf(count <= 25, `A page has ${count}.`);
      }
    },
  },
  {
    name: 'Goods receipts are sorted by created, oldest first (GET /inventory/goods-receipts).',
    calls: [['GET /inventory/goods-receipts']],
    observe: (caller, endpoint) => sorted(caller, endpoint, 1),
  },
  {
    name: 'Action log entries are sorted newest first (GET /orders/action-logs).',
    calls: [['GET /orders/action-logs']],
    observe: (caller, endpoint) => sorted(caller, endpoint, -1),
  },
  {
    name: 'Without a status, only completed goods receipts are listed (GET /inventory/goods-receipts).',
    calls: [['GET /inventory/goods-receipts']],
    async *observe(caller) {
      const page = pageOf(await caller.get('/inventory/goods-receipts', caller.run.range));
      for (const { status } of page?.records ?? []) {
        yield holdsIf(status === 'completed', `A goods receipt is ${status}.`);
      }
    },
  },
  {
    name: 'The outletId of another outlet is a 403 (Authentication, rule 8).',
    calls: [['GET /inventory/goods-receipts']],
    async *observe(caller, endpoint) {
      if ((await caller.read(endpoint)).status !== 200) return;
      yield hasStatus(await caller.read(endpoint, { outletId: unknownId }), 403);
    },
  },
  {
    name: 'A repeated POST with the same idempotency key gets the first response again (Idempotency rules).',
    calls: [['POST /orders']],
    async *observe(caller) {
      const order = await acceptableOrder(caller);
      if (!order) return;
      const key = uuid();
      await caller.post('/orders', order, key);
      const second = await caller.post('/orders', order, key);
      yield holdsIf(second.isReplay, 'The response has no header x-idempotent-replay.');
      const conflict = await caller.post('/orders', await newOrder(caller), key);
      yield holdsIf(conflict.status === 409, `Another body with the key gets a ${conflict.status}.`);
    },
  },
  {
    name: oneOrderPerKey,
    calls: anyKey,
    async *observe({ run }) {
      for (const paths of run.created.ofKeys.values())
        yield { ...holdsIf(paths.size === 1, `One key created ${paths.size} orders.`), at: 'POST /orders' };
    },
  },
  {
    name: 'A range of 31 days is accepted (Limits).',
    calls: pagedLists,
    async *observe(caller, endpoint) {
      const from = formatInstant(Date.parse(caller.run.range.to) - 31 * day);
      yield hasStatus(await caller.read(endpoint, { from }), 200);
    },
  },
];

/** The schema of the records of each list. */
const schemas: Partial<Record<FakeEndpoint, z.core.$ZodType>> = {
  'GET /channels': channelSchema,
  'GET /orders': orderSchema,
  'GET /orders/action-logs': actionLogEntrySchema,
  'GET /inventory/goods-receipts': goodsReceiptSchema,
};

/** API specification: Resources and their fields. */
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Names the fields of a record that have another type than documented, or a timestamp of another form. */
function typeProblems(endpoint: FakeEndpoint, record: Entry): string[] {
  const issues = z.safeParse(schemas[endpoint] ?? z.unknown(), record).error?.issues ?? [];
  const types = issues.map(({ path, message }) => {
    const names = path.filter((part) => typeof part === 'string');
    return `${names.join('.')} ${message}, but is ${kindOf(valueIn(record, path))}.`;
  });
  const times = Object.entries({ created: [record], 'payments.created': partsOf([record], 'payments') });
  const forms = times.flatMap(([name, entries]) =>
    entries.some(({ created }) => typeof created === 'string' && !timestamp.test(created))
      ? [`${name} does not have the form YYYY-MM-DDTHH:mm:ss.sssZ.`]
      : [],
  );
  return [...new Set([...types, ...forms])];
}

function valueIn(record: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (value, key) => (typeof value === 'object' && value ? Reflect.get(value, key) : undefined),
    record,
  );
}

/** Returns the records of a list, or of the start of a list with pages. */
async function recordsOf(caller: Caller, endpoint: FakeEndpoint): Promise<readonly Entry[]> {
  if (endpoint !== 'GET /channels') return (await readList(caller, endpoint)).records;
  return pageOf(await caller.read(endpoint))?.records ?? [];
}

/** Returns whether a payment has an amount in a currency with hundredths, such as EUR and unlike JPY. */
function hasCents(payment: Entry): payment is { amount: number } {
  const { amount, currency } = payment;
  if (typeof amount !== 'number' || typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency))
    return false;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits === 2;
}

function holdsIf(isTrue: boolean, other: string): Evidence<true> {
  return isTrue ? { value: true } : { other };
}

function hasStatus({ status }: Reply, expected: number): Evidence<true> {
  return holdsIf(status === expected, `The status is ${status}.`);
}

async function* sorted(caller: Caller, endpoint: FakeEndpoint, direction: 1 | -1): Sightings<true> {
  const { records } = await readList(caller, endpoint);
  const times = records.flatMap(({ created }) => parseInstant(created) ?? []);
  for (const [index, time] of times.slice(1).entries()) {
    yield holdsIf(direction * (time - (times[index] ?? time)) >= 0, 'Two neighbors are in the wrong order.');
  }
}
