import type { Order } from 'outlet-open-api';
import { createPostgresOrderStore } from 'outlet-open-api/postgres';
import { createOrderCopy, type OrderCopy } from 'outlet-open-api/sync';
import type pg from 'pg';

/** How many orders a worker reads and writes at the same time. Most of them wait for the rate limit of their outlet. */
export const concurrency = 300;

/** How many orders of one key a worker reads at the same time. More would not be faster, because the key allows 5 requests per second. */
export const concurrencyPerKey = 3;

/** Creates the copy of all orders. A change of an order and of its sales are written in one transaction. */
export function openCopy(db: pg.Pool): OrderCopy {
  return createOrderCopy({
    store: createPostgresOrderStore({ pool: db }),
    concurrency,
    concurrencyPerKey,
    async onChange(tx, { outletRef, before, order }) {
      const difference = paidFor(order) - (before ? paidFor(before) : 0);
      if (difference === 0) return;
      const text = 'insert into sales (outlet_ref, order_id, amount) values ($1, $2, $3::numeric / 1000)';
      await tx.query(text, [outletRef, order.id, difference]);
    },
  });
}

/**
 * Returns what was paid for an order that is complete, and 0 for any other order. The unit is a thousandth of the currency, because
 * some currencies have three decimals, and whole numbers add up exactly.
 */
export function paidFor({ status, payments }: Order): number {
  if (status !== 'complete') return 0;
  return (payments ?? []).reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 1_000), 0);
}
