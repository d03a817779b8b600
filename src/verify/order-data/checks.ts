import type { FakeOrder } from '../../testing/index.js';
import type { BackendOrder } from '../read-orders.js';
import { type Check, type Difference, type Examined, examineEach, type Failure } from '../scenario.js';
import type { OrderDataRun } from './run.js';

type State = readonly BackendOrder[];

/** The checks of a backend that follows the sales of the outlet. */
export const orderDataChecks: readonly Check<OrderDataRun, State>[] = [
  {
    name: 'every-order-once',
    text: 'The backend has each order that has ended exactly once.',
    rule: 'Flows, Order Data, steps 2 and 3, and Inventory Management, step 3',
    advice:
      'Store each event before you respond with 200, read its order until that succeeds, and write orders by their ID. Follow next until it is null.',
    examine: (run, known) =>
      eachEnded(run, known, ({ status }, copies) =>
        copies.length === 1
          ? undefined
          : { expected: `1 ${status} order in your backend`, found: String(copies.length) },
      ),
  },
  {
    name: 'no-other-sale',
    text: 'Each order in the state exists at the outlet, and is there once.',
    rule: 'Flows, Order Data, step 2, and Inventory Management, step 3',
    advice:
      "Use the order's ID in the API as the key of your table, so that a second event changes the same row.",
    guide: 'webhooks/delivery.md#exactly-once',
    examine({ environment, knownBefore }, known) {
      const atOutlet = new Set(environment.fake.orders.all().map(({ id }) => id));
      const seen = new Set<string | undefined>();
      return examineEach(known, ({ id, status }): Failure | undefined => {
        const isKnown = (id !== undefined && atOutlet.has(id)) || knownBefore.has(id);
        const isFirst = !seen.has(id);
        seen.add(id);
        if (isKnown && isFirst) return undefined;
        const expected = isKnown ? 'this order once' : 'no such order, because the outlet has none';
        return {
          subject: id ?? 'no ID',
          expected,
          found: `${status} in your backend`,
          about: [id ?? 'no ID'],
        };
      });
    },
  },
  {
    name: 'status',
    text: 'The backend knows whether an order is complete or cancelled.',
    rule: 'Flows, Order Data, step 4, and Inventory Management, step 3',
    advice:
      'Read the order again after each event, because one order can have several, and keep the response that was requested last.',
    examine: (run, known) =>
      eachEnded(run, known, ({ status }, [copy]) => (copy ? different(status, copy.status) : null)),
  },
  {
    name: 'paid-amount',
    text: 'The amount that the backend has booked for an order is what was paid, and 0 unless the order is complete.',
    rule: 'Resources, Payment',
    advice:
      'Replace what you have booked for the order by the sum of its payments, instead of adding it. Book 0 unless the order is complete.',
    examine: (run, known) =>
      eachEnded(run, known, (order, [copy]) => {
        if (!copy) return null;
        const expected = paidCents(order);
        const { paid } = copy;
        if (Math.round((paid ?? 0) * 100) === expected) return undefined;
        const found = paid === undefined ? 'no paid' : text(paid * 100);
        return { expected: `${text(expected)} paid`, found: `${found} in your backend` };
      }),
  },
  {
    name: 'no-reopened-sale',
    text: 'After the nightly job, an order that was reopened and is still open is not counted as a sale.',
    rule: 'Flows, Order Data, step 4',
    advice: 'In the nightly job, read each order again that you know as complete and the list lacks.',
    guide: 'order-data.md#reconcile-every-night',
    examine: ({ openAtNight }, known) =>
      examineEach([...openAtNight], (orderId): Failure | undefined => {
        const copy = known.find(({ id }) => id === orderId);
        const counts = copy && (copy.status === 'complete' || (copy.paid ?? 0) !== 0);
        if (!counts) return undefined;
        const found = `${copy.status}, ${text((copy.paid ?? 0) * 100)} paid`;
        return {
          subject: orderId,
          expected: 'an open order with 0.00 paid, or none',
          found,
          about: [orderId],
        };
      }),
  },
];

/** Compares each order that has ended with its copies in the backend. */
function eachEnded(
  run: OrderDataRun,
  known: State,
  compare: (order: FakeOrder, copies: readonly BackendOrder[]) => Difference | undefined | null,
): Examined {
  const ended = run.orders().filter(({ status }) => status === 'complete' || status === 'cancelled');
  return examineEach(ended, (order): Failure | undefined | null => {
    const copies = known.filter(({ id }) => id === order.id);
    const difference = compare(order, copies);
    return difference && { subject: order.id, ...difference, about: [order.id] };
  });
}

function different(expected: string, found: string): Difference | undefined {
  return expected === found ? undefined : { expected, found };
}

function paidCents({ status, payments }: FakeOrder): number {
  if (status !== 'complete') return 0;
  return payments.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0);
}

function text(cents: number): string {
  return (cents / 100).toFixed(2);
}
