import { isRecord, parseJson } from '../../records.js';
import type { FakeOrder } from '../../testing/index.js';
import { requestsOf } from '../environment.js';
import type { Check, Difference, Failure } from '../scenario.js';
import type { BackendOrder } from '../verification.js';
import type { DigitalOrderingRun, GuestOrder } from './run.js';

/** The statuses of an order that the outlet has. */
const liveStatuses = ['open', 'inKitchen', 'readyForPickup', 'complete'];

/** The checks of a backend that sends orders to the outlet. */
export const digitalOrderingChecks: readonly Check<DigitalOrderingRun>[] = [
  {
    name: 'one-order-per-reference',
    text: 'The backend accepts each valid order, and the outlet has it once, with its reference as partnerInfo.orderId. It has no invalid order.',
    check: (run, known) =>
      eachOrder(run, known, ({ reply, reason = '', isInvalid }, atOutlet, inBackend) => {
        if (reply !== 'accepted' && !isInvalid) return { expected: 'placeOrder succeeds', found: reason };
        const expected = isInvalid ? 0 : 1;
        if (atOutlet.length === expected && inBackend.length <= 1) return undefined;
        const found = `${count(atOutlet.length)} at the outlet, ${inBackend.length} in your backend`;
        return { expected: `${expected} at the outlet`, found };
      }),
  },
  {
    name: 'status',
    text: 'The backend knows the ID and the status of each order.',
    check: (run, known) =>
      // With two orders at the outlet, it is unclear which of them the backend knows.
      eachOrder(run, known, (order, [atOutlet, second], [inBackend]) =>
        second ? undefined : compareStatus(order, atOutlet, inBackend),
      ),
  },
  {
    name: 'published-prices',
    text: 'If the backend sends what a guest has paid, the amount is the price of the published menu.',
    check: (run, known) =>
      eachOrder(run, known, (order, [atOutlet]) => {
        const paid = paymentOf(run, order);
        if (!atOutlet || paid === undefined || paid === cents(atOutlet.total)) return undefined;
        const expected = `${(cents(atOutlet.total) / 100).toFixed(2)}, the total at the outlet`;
        return { expected, found: `payments of ${(paid / 100).toFixed(2)}` };
      }),
  },
];

/** Compares the orders of each guest's order at the outlet and in the backend. */
function eachOrder(
  run: DigitalOrderingRun,
  known: readonly BackendOrder[],
  compare: (
    order: GuestOrder,
    atOutlet: readonly FakeOrder[],
    inBackend: readonly BackendOrder[],
  ) => Difference | undefined,
): readonly Failure[] {
  return run.orders.flatMap((order) => {
    const { reference } = order;
    const atOutlet = run.atOutlet(order);
    const inBackend = known.filter((entry) => entry.reference === reference);
    const difference = compare(order, atOutlet, inBackend);
    const traces = [quoted(reference), ...atOutlet.map(({ id }) => id)];
    return difference ? [{ subject: reference, ...difference, traces }] : [];
  });
}

function compareStatus(
  order: GuestOrder,
  atOutlet: FakeOrder | undefined,
  inBackend: BackendOrder | undefined,
): Difference | undefined {
  const status = inBackend?.status ?? 'missing in your backend';
  if (!atOutlet) {
    return order.isInvalid && liveStatuses.includes(status)
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

/** Returns the sum of the payments that the backend sent with an order, in cents; undefined if it sent none. */
function paymentOf(run: DigitalOrderingRun, { reference }: GuestOrder): number | undefined {
  for (const { method, path, body } of requestsOf(run)) {
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
