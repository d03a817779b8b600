import { v4 as uuid } from 'uuid';
import type { FakeEndpoint } from '../../fake/index.js';
import { day, formatInstant, parseInstant } from '../../instants.js';
import { isRecord } from '../../json.js';
import { unknownId } from '../access-requests.js';
import type { Caller, Reply } from '../caller.js';
import { pageOf, readList } from '../pages.js';
import type { Evidence, Probe, Sightings } from '../probe.js';
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
      for (const { status, headers } of run.responses) {
        // A gateway can send its own errors.
        if (status >= 429) continue;
        yield holdsIf(headers.get('x-ratelimit-limit') !== null, 'The headers are missing.');
      }
    },
  },
  {
    name: 'An error has its status as code, and a message (Errors).',
    calls: anyKey,
    async *observe({ run }) {
      for (const { status, error } of run.responses) {
        if (error === undefined) continue;
        const { code, message } = isRecord(error) ? error : {};
        yield holdsIf(code === status && typeof message === 'string', `A ${status} has another form.`);
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
        yield holdsIf(paths.size === 1, `One key created ${paths.size} orders.`);
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
