import type pg from 'pg';
import { paidFor } from '../orders.js';
import type { Chain } from './chain.js';

interface Row {
  readonly name: string;
  readonly status: string;
  /** In thousandths of the currency, as `paidFor` returns them. */
  readonly sales: number[];
}

/** Compares the database with the chain, and returns each difference as a line. */
export async function differences(db: pg.Pool, { outlets, history }: Chain): Promise<string[]> {
  const { rows } = await db.query<Row>(
    `select outlet_ref || '/' || order_id as name, content->>'status' as status,
       coalesce(array_agg((1000 * amount)::float order by entry) filter (where entry is not null), '{}') as sales
     from outlet_orders left join sales using (outlet_ref, order_id)
     group by outlet_ref, order_id`,
  );
  const copies = new Map(rows.map((row) => [row.name, row]));
  const found: string[] = [];
  for (const { outletId, orders } of outlets) {
    for (const order of orders.all()) {
      const name = `${outletId}/${order.id}`;
      const copy = copies.get(name);
      copies.delete(name);
      const expected = `${order.status}, ${paidFor(order)}`;
      const actual = copy ? `${copy.status}, ${sum(copy.sales)}` : 'missing';
      if (actual !== expected) found.push(`${name} is ${expected}, and in the database ${actual}`);
      if (copy && !hasHappened(copy.sales, history.get(name) ?? [paidFor(order)]))
        found.push(`${name} was worth ${history.get(name)}, and its sales are ${copy.sales}`);
    }
  }
  for (const name of copies.keys()) found.push(`${name} is only in the database`);
  return found;
}

/**
 * Returns whether the balance after each sale is what the order was worth at that time. A sale that was booked twice results in a
 * balance that the order never had, even if a later sale corrects it.
 */
function hasHappened(sales: readonly number[], history: readonly number[]): boolean {
  let at = -1;
  let balance = 0;
  return sales.every((amount) => {
    balance += amount;
    at = history.indexOf(balance, at + 1);
    return at >= 0;
  });
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, one) => all + one, 0);
}
