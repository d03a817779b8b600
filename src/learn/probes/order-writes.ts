import { v4 as uuid } from 'uuid';
import type { Assumptions } from '../../fake/assumptions.js';
import type { FakeEndpoint } from '../../fake/service/router.js';
import type { Caller } from '../caller.js';
import type { Probe, Sightings, Situation } from '../probe.js';
import { shownDiscountFields } from './fields.js';
import { acceptableOrder, channelOf, createOrder, createReservation, type NewOrder } from './new-orders.js';
import { unexpected } from './records.js';

const anOrder = 'a channel and a menu item with which the API accepts an order';
const cancellation = { status: 'cancelled' };

/** Returns whether the API accepts an order that differs from an accepted one; `undefined` if it rejects another field. */
async function accepts(caller: Caller, order: NewOrder, field: string): Promise<boolean | undefined> {
  const { status, errorPaths } = await caller.send('POST', '/orders', order);
  if (status === 201) return true;
  return status === 400 && errorPaths.some((path) => path.startsWith(field)) ? false : undefined;
}

export const dineInOrders: Probe<boolean> = {
  calls: [['POST /orders']],
  needs: `${anOrder}, and a table`,
  async *observe(situation) {
    const { caller, callers } = situation;
    const order = await acceptableOrder(situation);
    const channelId = await channelOf(callers, 'dine-in');
    if (!order || channelId === undefined) return;
    const value = await accepts(caller, { ...order, channelId }, 'channelId');
    if (value !== undefined) yield { value };
  },
};

export const partnerInfoRequired: Probe<boolean> = {
  calls: [['POST /orders']],
  needs: anOrder,
  async *observe(situation) {
    const order = await acceptableOrder(situation);
    if (!order) return;
    const { caller } = situation;
    const isOptional = await accepts(caller, { ...order, partnerInfo: undefined }, 'partnerInfo');
    if (isOptional !== undefined) yield { value: !isOptional };
  },
};

export const discountField: Probe<string> = {
  calls: [['GET /orders'], ['POST /orders']],
  needs: 'an order with a discount that shows its amount',
  observe: (situation) =>
    situation.endpoint === 'GET /orders' ? shownDiscountFields(situation) : acceptedDiscountField(situation),
};

/** Names of the field that contains the amount of a discount, the most likely first. */
const discountFields = ['amount', 'value', 'discount', 'discountAmount'];

async function* acceptedDiscountField(situation: Situation): Sightings<string> {
  for (const field of discountFields) {
    const statusOf = async (amount: number) => {
      const order = await acceptableOrder(situation);
      const appliedDiscounts = [{ name: 'learn', [field]: amount }];
      const reply = order && (await situation.caller.send('POST', '/orders', { ...order, appliedDiscounts }));
      return reply?.status;
    };
    // An API that does not know the field ignores it, or rejects each of its values.
    if ((await statusOf(1_000_000)) !== 400 || (await statusOf(0.01)) !== 201) continue;
    yield { value: field };
    return;
  }
}

export const endedOrderStatus: Probe<number> = {
  calls: [['POST /orders', 'PUT /orders/{id}']],
  needs: anOrder,
  async *observe(situation) {
    const { caller } = situation;
    const path = await createOrder(situation);
    if (path === undefined || (await caller.cancel(path)).status >= 400) return;
    if ((await caller.statusOf(path)) !== 'cancelled') return;
    const { status } = await caller.send('PUT', path, cancellation);
    if (status >= 400) yield { value: status };
    else yield { other: `PUT /orders/{id} with a cancelled order gets a ${status}.` };
  },
};

/** Returns another key with access to an endpoint. */
async function anotherKey(
  { caller, callers }: Situation,
  endpoint: FakeEndpoint,
): Promise<Caller | undefined> {
  return (await callers.with(endpoint)).find((other) => other !== caller);
}

export const foreignOrderStatus: Probe<number | false> = {
  calls: [['POST /orders', 'PUT /orders/{id}']],
  needs: `${anOrder}, and a second key with access to PUT /orders/{id}`,
  async *observe(situation) {
    const other = await anotherKey(situation, 'PUT /orders/{id}');
    if (!other) return yield { looked: 'No other key has access to PUT /orders/{id}.' };
    const path = await createOrder(situation);
    if (path === undefined) return;
    const { status } = await other.cancel(path);
    if (status < 400 && (await other.statusOf(path)) === 'cancelled') yield { value: false };
    else if (status >= 400 && (await isVisibleAndOpen(other, path))) yield { value: status };
  },
};

/**
 * Returns whether a key can see an order that is still open. Otherwise, a rejection can come from the repetition of a request that
 * had an effect, or from a key of another outlet.
 */
async function isVisibleAndOpen(caller: Caller, path: string): Promise<boolean> {
  const status = await caller.statusOf(path);
  return typeof status === 'string' && status !== 'cancelled';
}

const aReservation = 'a table with which the API accepts a reservation';

/** Sends a change that the API must reject. Shows its status if the key still sees an open reservation. */
async function* rejectedChange(
  situation: Situation,
  by: Caller,
  change: object,
  rule: string,
): Sightings<number> {
  const path = await createReservation(situation);
  if (path === undefined) return;
  const { status } = await by.send('PUT', path, change);
  if (status < 400) yield { other: `The API accepts ${rule}.` };
  else if (await isVisibleAndOpen(by, path)) yield { value: status };
}

export const foreignReservationStatus: Probe<number> = {
  calls: [['POST /orders/reservations', 'PUT /orders/reservations/{id}']],
  needs: `${aReservation}, and a second key with access to PUT /orders/reservations/{id}`,
  async *observe(situation) {
    const other = await anotherKey(situation, 'PUT /orders/reservations/{id}');
    if (!other) return yield { looked: 'No other key has access to PUT /orders/reservations/{id}.' };
    yield* rejectedChange(situation, other, { guestCount: 3 }, 'the change of a reservation by another key');
  },
};

export const reservationRuleStatus: Probe<number> = {
  calls: [['POST /orders/reservations', 'PUT /orders/reservations/{id}']],
  needs: aReservation,
  observe: (situation) =>
    rejectedChange(
      situation,
      situation.caller,
      { ...cancellation, guestCount: 2 },
      'a cancellation with another field',
    ),
};

export const replaysValidationErrors: Probe<boolean> = {
  calls: [['POST /orders']],
  needs: 'a POST /orders that rejects an empty body',
  async *observe({ caller }) {
    const idempotencyKey = uuid();
    const first = await caller.send('POST', '/orders', {}, idempotencyKey);
    const second = await caller.send('POST', '/orders', {}, idempotencyKey);
    if (first.status === 400 && second.status === 400 && second.isReplay) yield { value: true };
    else yield unexpected(second, 'The same invalid POST /orders');
  },
};

export const concurrentDuplicate: Probe<Assumptions['concurrentDuplicate']> = {
  calls: [['POST /orders']],
  needs: anOrder,
  async *observe(situation) {
    const order = await acceptableOrder(situation);
    if (!order) return;
    const idempotencyKey = uuid();
    const send = () => situation.caller.send('POST', '/orders', order, idempotencyKey);
    const replies = await Promise.all([send(), send()]);
    const statuses = replies.map(({ status }) => status).sort();
    if (String(statuses) === '201,409') yield { value: 'conflict' };
    else yield { looked: 'The second of two requests did not arrive while the first was running.' };
  },
};
