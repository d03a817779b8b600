import { isEnded, type Order, type Page } from 'outlet-open-api';
import { expect } from '../expect.js';
import type { Stage } from '../stage.js';
import { terminal } from '../terminal.js';
import { groupBy } from './group-by.js';
import { cents, money, sum } from './money.js';

/** The date of an order is undocumented. The fake returns one. */
type DatedOrder = Order & { readonly created?: string };

const days = 24 * 60 * 60 * 1_000;

/** Lists three months of orders page by page, and adds them up by month. */
export async function orderData({ fake, outlet }: Stage): Promise<void> {
  terminal.title('Order Data: list three months of orders');
  const to = new Date();
  const from = new Date(to.getTime() - 92 * days);
  const orders: DatedOrder[] = [];
  const bar = terminal.progress('orders', to.getTime() - from.getTime());
  let sliceBegin = '';
  let slicePages = 0;
  for await (const page of outlet.orders.list({ from, to }).pages()) {
    orders.push(...page.items);
    slicePages = page.slice.from === sliceBegin ? slicePages + 1 : 1;
    sliceBegin = page.slice.from;
    bar.update(progressOf(page.slice, slicePages) - from.getTime(), String(orders.length));
  }
  bar.update(to.getTime() - from.getTime(), String(orders.length));
  bar.stop();

  terminal.table(['month', 'complete', 'cancelled', 'paid'], [...byMonth(orders)]);
  const ids = orders.map(({ id }) => id);
  expect('The list has each order once.', new Set(ids).size, ids.length);
  const known = fake.orders.all().filter((order) => isEnded(order) && order.created >= from.toISOString());
  expect(
    `The list has all ${known.length} orders of the restaurant.`,
    ids.toSorted(),
    known.map(({ id }) => id).toSorted(),
  );
}

/** The number of pages in a slice is unknown until its end, so each page moves the bar by half of the rest. */
function progressOf(slice: Page<Order>['slice'], pages: number): number {
  const [begin, end] = [Date.parse(slice.from), Date.parse(slice.to)];
  return end - (end - begin) / 2 ** pages;
}

function* byMonth(orders: readonly DatedOrder[]): Iterable<[string, number, number, string]> {
  const months = groupBy(orders, ({ created }) => created?.slice(0, 7) ?? 'unknown');
  for (const [month, group] of [...months].toSorted()) {
    const complete = group.filter(({ status }) => status === 'complete');
    const paid = sum(complete.flatMap(({ payments }) => payments ?? []).map(({ amount }) => cents(amount)));
    yield [month, complete.length, group.length - complete.length, money(paid)];
  }
}
