import { isRecord, parseJson } from '../../records.js';
import type { FakeOrder } from '../../testing/index.js';
import type { Breach, Law } from '../scenario.js';
import { requestsOf } from '../stage.js';
import type { BackendOrder } from '../verification.js';
import type { GuestOrder, GuestScene } from './guests.js';

/** The statuses of an order that the outlet has. */
const liveStatuses = ['open', 'inKitchen', 'readyForPickup', 'complete'];

/** The laws of a backend that sends orders to the outlet. */
export const guestLaws: readonly Law<GuestScene>[] = [
  {
    name: 'one-order-per-reference',
    text: 'An order that the backend accepted is at the outlet once, with its reference as partnerInfo.orderId. A rejected order is not.',
    check: (scene, known) =>
      scene.orders.flatMap((order): readonly Breach[] => {
        const { reference, reply, reason, isInvalid } = order;
        const found = scene.atOutlet(order).length;
        const inBackend = withReference(known, order).length;
        const traces = tracesOf(scene, order);
        if (reply === 'failed' && !isInvalid)
          return [{ subject: reference, expected: 'placeOrder succeeds', found: reason ?? '', traces }];
        const expected = reply === 'accepted' && !isInvalid ? 1 : 0;
        if (found === expected && inBackend <= 1) return [];
        return [
          {
            subject: reference,
            expected: `${expected} at the outlet`,
            found: `${count(found)} at the outlet, ${inBackend} in your backend`,
            traces,
          },
        ];
      }),
  },
  {
    name: 'status',
    text: 'The backend knows the ID and the status of each order.',
    check: (scene, known) =>
      scene.orders.flatMap((order): readonly Breach[] => {
        const [inBackend] = withReference(known, order);
        const [atOutlet, second] = scene.atOutlet(order);
        // It is unclear which of the two the backend knows.
        if (second) return [];
        const breach = statusBreach(order, atOutlet, inBackend);
        return breach ? [{ subject: order.reference, ...breach, traces: tracesOf(scene, order) }] : [];
      }),
  },
  {
    name: 'published-prices',
    text: 'If the backend sends what a guest has paid, the amount is the price of the published menu.',
    check: (scene) =>
      scene.orders.flatMap((order): readonly Breach[] => {
        const [atOutlet] = scene.atOutlet(order);
        const paid = paymentOf(scene, order);
        if (!atOutlet || paid === undefined || paid === cents(atOutlet.total)) return [];
        const expected = `${(cents(atOutlet.total) / 100).toFixed(2)}, the total at the outlet`;
        const found = `payments of ${(paid / 100).toFixed(2)}`;
        return [{ subject: order.reference, expected, found, traces: tracesOf(scene, order) }];
      }),
  },
];

function statusBreach(
  order: GuestOrder,
  atOutlet: FakeOrder | undefined,
  inBackend: BackendOrder | undefined,
): Pick<Breach, 'expected' | 'found'> | undefined {
  const status = inBackend?.status ?? 'missing in your backend';
  if (!atOutlet) {
    const isRejected = order.isInvalid || order.reply === 'rejected';
    return isRejected && liveStatuses.includes(status)
      ? { expected: 'a status that says that the outlet does not have the order', found: status }
      : undefined;
  }
  if (order.isCancelled && atOutlet.status !== 'cancelled')
    return {
      expected: 'cancelled at the outlet, because the backend accepted the cancellation',
      found: `${atOutlet.status} at the outlet, ${status} in your backend`,
    };
  if (status !== atOutlet.status) return { expected: atOutlet.status, found: status };
  const { id } = inBackend ?? {};
  return id === atOutlet.id ? undefined : { expected: `the ID ${atOutlet.id}`, found: String(id) };
}

function withReference(known: readonly BackendOrder[], { reference }: GuestOrder): readonly BackendOrder[] {
  return known.filter((entry) => entry.reference === reference);
}

/** Returns the sum of the payments that the backend sent with an order, in cents; undefined if it sent none. */
function paymentOf(scene: GuestScene, { reference }: GuestOrder): number | undefined {
  for (const { method, path, body } of requestsOf(scene)) {
    if (method !== 'POST' || path !== '/orders' || !body.includes(quoted(reference))) continue;
    const order = parseJson(body);
    if (!isRecord(order) || !Array.isArray(order.payments) || order.payments.length === 0) continue;
    return order.payments.reduce((sum: number, payment) => sum + cents(payment?.amount), 0);
  }
  return undefined;
}

/** Returns a reference as JSON contains it, because one can be the beginning of another. */
function quoted(reference: string): string {
  return JSON.stringify(reference);
}

function cents(amount: unknown): number {
  return Math.round(Number(amount ?? 0) * 100);
}

function count(orders: number): string {
  return orders === 1 ? '1 order' : `${orders} orders`;
}

function tracesOf(scene: GuestScene, order: GuestOrder): readonly string[] {
  return [quoted(order.reference), ...scene.atOutlet(order).map(({ id }) => id)];
}
