import { v4 as uuid } from 'uuid';
import { day, formatInstant, parseInstant } from '../../instants.js';
import { isRecord } from '../../records.js';
import { unknownId } from '../access-requests.js';
import { createdPath } from '../created-orders.js';
import { type Entry, pageOf } from '../pages.js';
import type { Probe, Sighting, Sightings } from '../probe.js';
import type { Reply } from '../reply.js';
import { fullestStatus } from './lists.js';
import { acceptableOrder, createOrder, createReservation, newOrder } from './new-orders.js';
import { anyKey, pagedLists } from './records.js';

/** A sentence that is true or not. */
export interface Statement extends Probe<true> {
  readonly name: string;
}

function expectStatus({ status }: Reply, expected: number): Sighting<true> {
  return status === expected ? { value: true } : { other: `The status is ${status}.` };
}

function holdsIf(isTrue: boolean, other: string): Sighting<true> {
  return isTrue ? { value: true } : { other };
}

/** Rules of the API specification. A difference is a defect of the API. */
export const rules: readonly Statement[] = [
  {
    name: 'Every response states the rate limit (Limits).',
    calls: anyKey,
    needs: 'responses',
    async *observe({ caller }) {
      for (const { status, headers } of caller.run.responses) {
        // A gateway can send its own errors.
        if (status >= 429) continue;
        yield holdsIf(headers.get('x-ratelimit-limit') !== null, 'The headers are missing.');
      }
    },
  },
  {
    name: 'An error has its status as code, and a message (Errors).',
    calls: anyKey,
    needs: 'errors',
    async *observe({ caller }) {
      for (const { status, error } of caller.run.responses) {
        if (error === undefined) continue;
        const { code, message } = isRecord(error) ? error : {};
        yield holdsIf(code === status && typeof message === 'string', `A ${status} has another form.`);
      }
    },
  },
  {
    name: 'An order that does not exist is a 404 (GET /orders/:id).',
    calls: [['GET /orders/{id}']],
    needs: 'access',
    async *observe({ caller, endpoint }) {
      yield expectStatus(await caller.read(endpoint), 404);
    },
  },
  {
    name: 'A range of more than 31 days is a 400 (Limits).',
    calls: pagedLists,
    needs: 'access',
    async *observe({ caller, endpoint }) {
      const from = formatInstant(Date.parse(caller.run.range.to) - 32 * day);
      yield expectStatus(await caller.read(endpoint, { from }), 400);
    },
  },
  {
    name: 'A page has at most 25 records of a status (Limits).',
    calls: [['GET /orders'], ['GET /inventory/goods-receipts']],
    needs: 'records',
    async *observe({ caller, endpoint }) {
      for (const page of await caller.pages(endpoint, 3)) {
        const count = endpoint === 'GET /orders' ? fullestStatus(page) : page.records.length;
        yield holdsIf(count <= 25, `A page has ${count}.`);
      }
    },
  },
  {
    name: 'Goods receipts are sorted by created, oldest first (GET /inventory/goods-receipts).',
    calls: [['GET /inventory/goods-receipts']],
    needs: 'two goods receipts',
    observe: ({ caller, endpoint }) => sorted(caller.records(endpoint), 1),
  },
  {
    name: 'Action log entries are sorted newest first (GET /orders/action-logs).',
    calls: [['GET /orders/action-logs']],
    needs: 'two entries',
    observe: ({ caller, endpoint }) => sorted(caller.records(endpoint), -1),
  },
  {
    name: 'Without a status, only completed goods receipts are listed (GET /inventory/goods-receipts).',
    calls: [['GET /inventory/goods-receipts']],
    needs: 'goods receipts',
    async *observe({ caller }) {
      const page = pageOf(await caller.get('/inventory/goods-receipts', caller.run.range));
      for (const { status } of page?.records ?? []) {
        yield holdsIf(status === 'completed', `A goods receipt is ${status}.`);
      }
    },
  },
  {
    name: 'The outletId of another outlet is a 403 (Authentication, rule 8).',
    calls: [['GET /inventory/goods-receipts']],
    needs: 'access',
    async *observe({ caller, endpoint }) {
      yield expectStatus(await caller.read(endpoint, { outletId: unknownId }), 403);
    },
  },
  {
    name: 'A repeated POST with the same idempotency key gets the first response again (Idempotency rules).',
    calls: [['POST /orders']],
    needs: 'an order that the API accepts',
    async *observe(situation) {
      const { caller, callers } = situation;
      const order = await acceptableOrder(situation);
      if (!order) return;
      const key = uuid();
      const paths: (string | undefined)[] = [];
      for (let count = 0; count < 2; count += 1) {
        const reply = await caller.send('POST', '/orders', order, key);
        paths.push(createdPath('/orders', reply));
        if (count === 1) yield holdsIf(reply.isReplay, 'The response has no header x-idempotent-replay.');
      }
      yield holdsIf(
        paths[0] !== undefined && paths[0] === paths[1],
        'The second POST creates another order.',
      );
      const other = await newOrder(callers);
      const conflict = await caller.send('POST', '/orders', other, key);
      yield holdsIf(conflict.status === 409, `Another body with the key gets a ${conflict.status}.`);
    },
  },
];

/** What the API specification does not define, and no option of the fake changes: its name says what the fake does. */
export const details: readonly Statement[] = [
  {
    name: 'A new order is open.',
    calls: [['POST /orders']],
    needs: 'an order that the API accepts',
    async *observe(situation) {
      const order = await acceptableOrder(situation);
      const { body } = order ? await situation.caller.send('POST', '/orders', order) : {};
      if (isRecord(body))
        yield holdsIf(body.status === 'open', `The status is ${JSON.stringify(body.status)}.`);
    },
  },
  {
    name: 'A cancellation returns the order.',
    calls: [['POST /orders', 'PUT /orders/{id}']],
    needs: 'an order that the API accepts',
    async *observe(situation) {
      const path = await createOrder(situation);
      if (path === undefined) return;
      const { status, body } = await situation.caller.cancel(path);
      if (status === 200) yield returnsOrder(body);
    },
  },
  {
    name: 'An update of a reservation returns the order.',
    calls: [['POST /orders/reservations', 'PUT /orders/reservations/{id}']],
    needs: 'a reservation that the API accepts',
    async *observe(situation) {
      const path = await createReservation(situation);
      if (path === undefined) return;
      const { status, body } = await situation.caller.send('PUT', path, { guestCount: 3 });
      if (status === 200) yield returnsOrder(body);
    },
  },
];

function returnsOrder(body: unknown): Sighting<true> {
  return holdsIf(isRecord(body) && typeof body.id === 'string', 'The response has another body.');
}

async function* sorted(reading: Promise<readonly Entry[]>, direction: 1 | -1): Sightings<true> {
  const times = (await reading).flatMap(({ created }) => parseInstant(created) ?? []);
  for (const [index, time] of times.slice(1).entries()) {
    yield holdsIf(direction * (time - (times[index] ?? time)) >= 0, 'Two neighbors are in the wrong order.');
  }
}
