import type { FakeOrder, NewOrder } from '../../testing/index.js';
import type { Environment } from '../environment.js';

const minute = 60_000;
const hour = 60 * minute;

/** How far the orders next to an end of the day are from it, in milliseconds. */
const edge = 500;

/** The time zone of the outlet. */
export const timeZone = 'Europe/Berlin';

/** A business day of the outlet, from midnight to midnight on its clocks. */
export interface SalesDay {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** Its first instant, in milliseconds since the epoch. */
  readonly from: number;
  /** The first instant of the next day. */
  readonly to: number;
  /** Whether a single order is sold. Default: `false`. */
  readonly isQuiet?: boolean;
}

/**
 * The days on which the outlet sells. Time is real in the suite, so they are past days whose bounds are known. The orders that the emulator
 * starts with are not as old, so each amount of these days is one of a scenario.
 */
export const salesDays = {
  plain: salesDay('2026-02-03', '2026-02-02T23:00:00Z', 24),
  quiet: { ...salesDay('2026-02-10', '2026-02-09T23:00:00Z', 24), isQuiet: true },
  /** The clocks go forward at 02:00. */
  short: salesDay('2026-03-29', '2026-03-28T23:00:00Z', 23),
  /** The clocks go back at 03:00. */
  long: salesDay('2025-10-26', '2025-10-25T22:00:00Z', 25),
};

function salesDay(day: string, start: string, hours: number): SalesDay {
  const from = Date.parse(start);
  return { day, from, to: from + hours * hour };
}

/** With more complete orders, the list of a day has a second page. */
const pageSize = 25;

/**
 * Adds paid orders. Complete ones are just inside and outside both ends of the day, and in its middle, beside a cancelled and an open one. At
 * first, they need more than one page. A quiet day has a single complete order.
 */
export function addSales(
  environment: Environment,
  { day, from, to, isQuiet = false }: SalesDay,
): readonly FakeOrder[] {
  const { fake, random, timeline, at } = environment;
  const [first, middle, last] = [from + edge, (from + to) / 2, to - edge];
  const isFirst = !fake.orders.all().some(({ created }) => Date.parse(created) === middle);
  // The API does not define which time of an order counts, so each order is created and paid at the same time.
  const add = (time: number, status: NonNullable<NewOrder['status']>) => {
    const created = new Date(time).toISOString();
    const payments = Array.from({ length: random.integer(1, 2) }, () => ({
      // Only `card` is documented, but a guest can also pay in cash.
      offlineMethod: random.pick(['card', 'cash']),
      // More than a soup costs, so that the staff can complete the order without another payment.
      amount: random.integer(1_000, 9_999) / 100,
      currency: 'EUR',
      created,
    }));
    return fake.orders.add({
      created,
      status,
      items: [{ menuItemId: 'item-soup', quantity: 1 }],
      payments,
    });
  };
  const paid = (orders: readonly FakeOrder[]) =>
    (paidBetween(orders, from - hour, to + hour) / 100).toFixed(2);
  const orders = isQuiet
    ? [add(middle, 'complete')]
    : [
        ...[first, middle, last, from - edge, to + edge].map((time) => add(time, 'complete')),
        add(middle, 'cancelled'),
        add(middle, 'open'),
      ];
  for (const order of orders) {
    const { id, created, status } = order;
    timeline.note(`staff${at}: an order of ${created} (${id}) is ${status}, ${paid([order])} paid`, id);
  }
  if (isQuiet || !isFirst) return orders;
  const more = Array.from({ length: pageSize }, (_, index) => add(middle + (index + 1) * minute, 'complete'));
  timeline.note(
    `staff${at}: ${pageSize} more orders of ${day} are complete, ${paid(more)} paid`,
    more[0]?.id,
  );
  return [...orders, ...more];
}

/** Returns what the complete orders of a day were paid on it, in cents. */
export function dueOn({ from, to }: SalesDay, orders: readonly FakeOrder[]): number {
  return paidBetween(
    orders.filter(({ status }) => status === 'complete'),
    from,
    to,
  );
}

/** Returns what orders of any status were paid in a range, in cents. */
export function paidBetween(
  orders: readonly Pick<FakeOrder, 'payments'>[],
  from: number,
  to: number,
): number {
  const payments = orders.flatMap(({ payments }) => payments);
  return payments.reduce((sum, { amount, created }) => {
    const time = Date.parse(created ?? '');
    return time >= from && time < to ? sum + Math.round((amount ?? 0) * 100) : sum;
  }, 0);
}
