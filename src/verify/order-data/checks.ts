import type { FakeOrder } from '../../testing/index.js';
import type { Check, Difference, Failure } from '../scenario.js';
import type { BackendOrder } from '../verification.js';
import type { OrderDataRun } from './run.js';

/** The checks of a backend that follows the sales of the outlet. */
export const orderDataChecks: readonly Check<OrderDataRun>[] = [
  {
    name: 'every-order-once',
    text: 'The backend has each order that has ended exactly once.',
    check: (run, known) =>
      eachEnded(run, known, ({ status }, copies) =>
        copies.length === 1
          ? undefined
          : { expected: `1 ${status} order in your backend`, found: String(copies.length) },
      ),
  },
  {
    name: 'status',
    text: 'The backend knows whether an order is complete or cancelled.',
    check: (run, known) =>
      eachEnded(run, known, ({ status }, [copy]) =>
        !copy || copy.status === status ? undefined : { expected: status, found: copy.status },
      ),
  },
  {
    name: 'paid-amount',
    text: 'The amount that the backend has booked for an order is what was paid, and 0 unless the order is complete.',
    check: (run, known) =>
      eachEnded(run, known, (order, [copy]) => {
        const expected = paidCents(order);
        const { paid } = copy ?? {};
        if (!copy || Math.round((paid ?? 0) * 100) === expected) return undefined;
        const found = paid === undefined ? 'no paid' : text(paid * 100);
        return { expected: `${text(expected)} paid`, found: `${found} in your backend` };
      }),
  },
];

/** Compares each order that has ended with its copies in the backend. */
function eachEnded(
  run: OrderDataRun,
  known: readonly BackendOrder[],
  compare: (order: FakeOrder, copies: readonly BackendOrder[]) => Difference | undefined,
): readonly Failure[] {
  return run.orders().flatMap((order) => {
    if (order.status !== 'complete' && order.status !== 'cancelled') return [];
    const copies = known.filter(({ id }) => id === order.id);
    const difference = compare(order, copies);
    return difference ? [{ subject: order.id, ...difference, traces: [order.id] }] : [];
  });
}

function paidCents({ status, payments }: FakeOrder): number {
  if (status !== 'complete') return 0;
  return payments.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0);
}

function text(cents: number): string {
  return (cents / 100).toFixed(2);
}
