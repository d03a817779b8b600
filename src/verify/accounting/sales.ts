import type { FakeOrder, NewOrder } from '../../testing/index.js';
import type { Environment } from '../environment.js';

const minute = 60_000;
const hour = 60 * minute;

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
}

/**
 * The days on which the outlet sells. Time is real in the suite, so they are past days whose bounds are known. The orders that the emulator
 * starts with are not as old, so each amount of these days is one of a scenario.
 */
export const salesDays = {
  plain: salesDay('2026-02-03', '2026-02-02T23:00:00Z', 24),
  /** The clocks go forward at 02:00. */
  short: salesDay('2026-03-29', '2026-03-28T23:00:00Z', 23),
  /** The clocks go back at 03:00. */
  long: salesDay('2025-10-26', '2025-10-25T22:00:00Z', 25),
};

function salesDay(day: string, start: string, hours: number): SalesDay {
  const from = Date.parse(start);
  return { day, from, to: from + hours * hour };
}

/** Adds paid orders. Complete ones are inside and outside both ends of the day, and in its middle, beside a cancelled and an open one. */
export function addSales(environment: Environment, { from, to }: SalesDay): readonly FakeOrder[] {
  const { fake, random, timeline, at } = environment;
  const [first, middle, last] = [from + 30 * minute, (from + to) / 2, to - 30 * minute];
  // The API does not define which time of an order counts, so each order is created and paid at the same time.
  const add = (time: number, status: NonNullable<NewOrder['status']>) => {
    const created = new Date(time).toISOString();
    const payments = Array.from({ length: random.integer(1, 2) }, () => ({
      offlineMethod: 'card',
      // More than a soup costs, so that the staff can complete the order without another payment.
      amount: random.integer(1_000, 9_999) / 100,
      currency: 'EUR',
      created,
    }));
    const order = fake.orders.add({
      created,
      status,
      items: [{ menuItemId: 'item-soup', quantity: 1 }],
      payments,
    });
    const amount = (paidBetween([order], time, time + 1) / 100).toFixed(2);
    timeline.note(`staff${at}: an order of ${created} (${order.id}) is ${status}, ${amount} paid`, order.id);
    return order;
  };
  return [
    ...[first, middle, last, from - 30 * minute, to + 30 * minute].map((time) => add(time, 'complete')),
    add(middle, 'cancelled'),
    add(middle, 'open'),
  ];
}

/** Returns what orders of any status were paid in a range, in cents. */
export function paidBetween(orders: readonly FakeOrder[], from: number, to: number): number {
  const payments = orders.flatMap(({ payments }) => payments);
  return payments.reduce((sum, { amount, created }) => {
    const time = Date.parse(created ?? '');
    return time >= from && time < to ? sum + Math.round((amount ?? 0) * 100) : sum;
  }, 0);
}
