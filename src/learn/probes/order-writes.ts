import { v4 as uuid } from 'uuid';
import type { FakeEndpoint } from '../../fake/index.js';
import { accessRequests } from '../access-requests.js';
import { type Caller, withAccess } from '../caller.js';
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
    calls: [['POST /orders']],
    needs: `${anOrder}, also 1,000 times with a discount of 100.01`,
    observe: acceptedDiscountField,
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
      const channels = {
        partner: await channelOf(caller, 'partner'),
        'dine-in': await channelOf(caller, 'dine-in'),
      };
      for (const [type, channelId] of Object.entries(channels)) {
        const at = `POST /orders for a channel of type ${type}`;
        if (
          channelId === undefined ||
          (channelId !== order.channelId &&
            (await accepts(caller, { ...order, channelId }, 'channelId')) === false)
        )
          continue;
        const isOptional = await accepts(
          caller,
          { ...order, channelId, partnerInfo: undefined },
          'partnerInfo',
        );
        yield isOptional === undefined ? { missing: at } : { value: !isOptional, at };
      }
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
      // Only the restaurant can complete an order.
      yield { missing: 'PUT /orders/{id} with a completed order' };
      if (status >= 400) yield { value: status, at: 'PUT /orders/{id} with a cancelled order' };
      else yield { other: `PUT /orders/{id} with a cancelled order gets a ${status}.` };
    },
  },
  foreignOrderStatus: {
    calls: [['POST /orders', 'PUT /orders/{id}']],
    needs: `${anOrder}, and two keys of one use case with access to PUT /orders/{id}`,
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
    needs: `${aReservation}, and two keys of one use case with access to PUT /orders/reservations/{id}`,
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
      const changes = {
        'a cancellation with another field': { ...cancellation, guestCount: 2 },
        'a change of partnerName': { partnerReservationInfo: { partnerName: 'another' } },
        'a change of reservationId': { partnerReservationInfo: { reservationId: `learn-${uuid()}` } },
      };
      const path = await createReservation(caller);
      for (const [rule, change] of Object.entries(changes)) yield* rejectedChange(path, caller, change, rule);
    },
  },
  replaysValidationErrors: {
    calls: [['POST /orders'], ['POST /orders/reservations'], ['POST /orders/import'], ['POST /base-menus']],
    needs: 'endpoints that reject an invalid body',
    async *observe(caller, endpoint) {
      const { path, body } = accessRequests(caller.run.range)[endpoint];
      const key = uuid();
      const first = await caller.post(path, body, key);
      const second = await caller.post(path, body, key);
      if (first.status === 400 && second.status === 400 && second.isReplay) yield { value: true };
      else yield { looked: `The same invalid ${endpoint} got a ${second.status}, and was no replay.` };
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
      else yield { looked: `Two requests at the same time got ${statuses.join(' and ')}.` };
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

async function* acceptedDiscountField(caller: Caller): Sightings<string> {
  for (const field of discountFields) {
    const statusOf = async (amount: number, quantity: number) => {
      const order = await acceptableOrder(caller);
      const items = (order?.items ?? []).map((item) => ({ ...item, quantity }));
      const appliedDiscounts = [{ name: 'learn', [field]: amount }];
      return order && (await caller.post('/orders', { ...order, items, appliedDiscounts })).status;
    };
    // An API that does not know the field ignores it, or rejects each value. A percentage is never above 100.
    if ((await statusOf(1_000_000, 1)) !== 400 || (await statusOf(100.01, 1_000)) !== 201) continue;
    return yield { value: field };
  }
}

/** Returns another key of the same use case, because a rejection of another use case says nothing about who created an order. */
async function anotherKey(caller: Caller, endpoint: FakeEndpoint): Promise<Caller | undefined> {
  if (caller.useCase === undefined) return undefined;
  const others = await withAccess(caller.all, endpoint);
  return others.find((other) => other !== caller && other.useCase === caller.useCase);
}

/** Sends a change that the API must reject. Shows its status if the key still sees an open reservation. */
async function* rejectedChange(
  path: string | undefined,
  by: Caller,
  change: object,
  rule: string,
): Sightings<number> {
  if (path === undefined) return yield { missing: rule };
  const { status } = await by.put(path, change);
  if (status < 400) yield { other: `The API accepts ${rule}.` };
  else yield (await isVisibleAndOpen(by, path)) ? { value: status, at: rule } : { missing: rule };
}

/**
 * Returns whether a key can see an order that is still open. Otherwise, a rejection can come from the repetition of a request that
 * had an effect, or from a key of another outlet.
 */
async function isVisibleAndOpen(caller: Caller, path: string): Promise<boolean> {
  const status = await caller.statusOf(path);
  return typeof status === 'string' && status !== 'cancelled';
}
