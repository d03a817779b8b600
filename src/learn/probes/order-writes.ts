import { v4 as uuid } from 'uuid';
import type { FakeEndpoint } from '../../fake/index.js';
import { isRecord } from '../../json.js';
import { type Caller, withAccess } from '../caller.js';
import { readList } from '../pages.js';
import type { AssumptionProbes, Sightings } from '../probe.js';
import { acceptableOrder, channelOf, createOrder, createReservation, type NewOrder } from './new-orders.js';

const anOrder = 'a channel and a menu item with which the API accepts an order';
const aReservation = 'a table with which the API accepts a reservation';
const cancellation = { status: 'cancelled' };

/** Names of the field that contains the amount of a discount, the most likely first. */
const discountFields = ['amount', 'value', 'discount', 'discountAmount'];

/** What creating, changing and repeating orders shows. */
export const orderProbes = {
  discountField: {
    calls: [['GET /orders'], ['POST /orders']],
    needs: 'an order with a discount that shows its amount',
    observe: (caller, endpoint) =>
      endpoint === 'GET /orders' ? shownDiscountFields(caller) : acceptedDiscountField(caller),
  },
  dineInOrders: {
    calls: [['POST /orders']],
    needs: `${anOrder}, and a table`,
    async *observe(caller) {
      const order = await acceptableOrder(caller);
      const channelId = await channelOf(caller, 'dine-in');
      if (!order || channelId === undefined) return;
      const value = await accepts(caller, { ...order, channelId }, 'channelId');
      if (value !== undefined) yield { value };
    },
  },
  partnerInfoRequired: {
    calls: [['POST /orders']],
    needs: anOrder,
    async *observe(caller) {
      const order = await acceptableOrder(caller);
      if (!order) return;
      const isOptional = await accepts(caller, { ...order, partnerInfo: undefined }, 'partnerInfo');
      if (isOptional !== undefined) yield { value: !isOptional };
    },
  },
  endedOrderStatus: {
    calls: [['POST /orders', 'PUT /orders/{id}']],
    needs: anOrder,
    async *observe(caller) {
      const path = await createOrder(caller);
      if (path === undefined || (await caller.cancel(path)).status >= 400) return;
      if ((await caller.statusOf(path)) !== 'cancelled') return;
      const { status } = await caller.put(path, cancellation);
      if (status >= 400) yield { value: status };
      else yield { other: `PUT /orders/{id} with a cancelled order gets a ${status}.` };
    },
  },
  foreignOrderStatus: {
    calls: [['POST /orders', 'PUT /orders/{id}']],
    needs: `${anOrder}, and a second key with access to PUT /orders/{id}`,
    async *observe(caller) {
      const other = await anotherKey(caller, 'PUT /orders/{id}');
      if (!other) return;
      const path = await createOrder(caller);
      if (path === undefined) return;
      const { status } = await other.cancel(path);
      if (status < 400 && (await other.statusOf(path)) === 'cancelled') yield { value: false };
      else if (status >= 400 && (await isVisibleAndOpen(other, path))) yield { value: status };
    },
  },
  foreignReservationStatus: {
    calls: [['POST /orders/reservations', 'PUT /orders/reservations/{id}']],
    needs: `${aReservation}, and a second key with access to PUT /orders/reservations/{id}`,
    async *observe(caller) {
      const other = await anotherKey(caller, 'PUT /orders/reservations/{id}');
      const rule = 'the change of a reservation by another key';
      if (other) yield* rejectedChange(await createReservation(caller), other, { guestCount: 3 }, rule);
    },
  },
  reservationRuleStatus: {
    calls: [['POST /orders/reservations', 'PUT /orders/reservations/{id}']],
    needs: aReservation,
    async *observe(caller) {
      const change = { ...cancellation, guestCount: 2 };
      const rule = 'a cancellation with another field';
      yield* rejectedChange(await createReservation(caller), caller, change, rule);
    },
  },
  replaysValidationErrors: {
    calls: [['POST /orders']],
    needs: 'a POST /orders that rejects an empty body',
    async *observe(caller) {
      const key = uuid();
      const first = await caller.post('/orders', {}, key);
      const second = await caller.post('/orders', {}, key);
      if (first.status === 400 && second.status === 400 && second.isReplay) yield { value: true };
      else yield { looked: `The same invalid POST /orders got a ${second.status}.` };
    },
  },
  concurrentDuplicate: {
    calls: [['POST /orders']],
    needs: anOrder,
    async *observe(caller) {
      const order = await acceptableOrder(caller);
      if (!order) return;
      const key = uuid();
      const send = () => caller.post('/orders', order, key);
      const replies = await Promise.all([send(), send()]);
      const statuses = replies.map(({ status }) => status).sort();
      if (String(statuses) === '201,409') yield { value: 'conflict' };
      else yield { looked: 'The second of two requests did not arrive while the first was running.' };
    },
  },
} satisfies Partial<AssumptionProbes>;

/** Returns whether the API accepts an order that differs from an accepted one; `undefined` if it rejects another field. */
async function accepts(caller: Caller, order: NewOrder, field: string): Promise<boolean | undefined> {
  const { status, error } = await caller.post('/orders', order);
  if (status === 201) return true;
  const paths = Object.keys(error?.fieldErrors ?? {});
  return status === 400 && paths.some((path) => path.startsWith(field)) ? false : undefined;
}

/** Yields the name of the amounts that discounts show, unless it is unusual, because a `value` can be a percentage. */
async function* shownDiscountFields(caller: Caller): Sightings<string> {
  for (const { appliedDiscounts } of (await readList(caller, 'GET /orders')).records) {
    for (const discount of Array.isArray(appliedDiscounts) ? appliedDiscounts : []) {
      if (isRecord(discount) && typeof discount.amount === 'number') yield { value: 'amount' };
    }
  }
}

async function* acceptedDiscountField(caller: Caller): Sightings<string> {
  for (const field of discountFields) {
    const statusOf = async (amount: number) => {
      const order = await acceptableOrder(caller);
      const appliedDiscounts = [{ name: 'learn', [field]: amount }];
      return order && (await caller.post('/orders', { ...order, appliedDiscounts })).status;
    };
    // An API that does not know the field ignores it, or rejects each of its values.
    if ((await statusOf(1_000_000)) !== 400 || (await statusOf(0.01)) !== 201) continue;
    return yield { value: field };
  }
}

/** Returns another key with access to an endpoint. */
async function anotherKey(caller: Caller, endpoint: FakeEndpoint): Promise<Caller | undefined> {
  return (await withAccess(caller.all, endpoint)).find((other) => other !== caller);
}

/** Sends a change that the API must reject. Shows its status if the key still sees an open reservation. */
async function* rejectedChange(
  path: string | undefined,
  by: Caller,
  change: object,
  rule: string,
): Sightings<number> {
  if (path === undefined) return;
  const { status } = await by.put(path, change);
  if (status < 400) yield { other: `The API accepts ${rule}.` };
  else if (await isVisibleAndOpen(by, path)) yield { value: status };
}

/**
 * Returns whether a key can see an order that is still open. Otherwise, a rejection can come from the repetition of a request that
 * had an effect, or from a key of another outlet.
 */
async function isVisibleAndOpen(caller: Caller, path: string): Promise<boolean> {
  const status = await caller.statusOf(path);
  return typeof status === 'string' && status !== 'cancelled';
}
