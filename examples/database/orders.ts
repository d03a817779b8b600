import type { Order, OutletClient } from 'outlet-open-api';
import { createPostgresOrderStore } from 'outlet-open-api/postgres';
import { createOrderCopy, type OrderCopy, type OrderCopyReport } from 'outlet-open-api/sync';
import { type Database, leaseDuration } from './database.js';

/** Creates the copy of all orders. A change of an order and of its sales are written in one transaction. */
export function openCopy(db: Database): OrderCopy {
  return createOrderCopy({
    store: createPostgresOrderStore({ pool: db }),
    async onChange(tx, { outletRef, before, order }) {
      const difference = paidFor(order) - (before ? paidFor(before) : 0);
      if (difference === 0) return;
      const text = 'insert into sales (outlet_ref, order_id, amount) values ($1, $2, $3::numeric / 1000)';
      await tx.query(text, [outletRef, order.id, difference]);
    },
  });
}

/** Copies the past orders of an outlet. */
export async function backfill(
  copy: OrderCopy,
  outlet: OutletClient,
  outletRef: string,
  from: string,
): Promise<void> {
  const { records } = await copy.backfill(outlet, {
    outletRef,
    from,
    leaseDuration,
    onProgress: ({ records, fraction }) =>
      console.log(`${outletRef}: ${records} orders, ${Math.round(100 * fraction)} %`),
  });
  console.log(`${outletRef}: backfilled ${records} orders`);
}

/** Writes the orders whose webhook was lost. */
export async function nightly(
  copy: OrderCopy,
  outlet: OutletClient,
  outletRef: string,
): Promise<OrderCopyReport> {
  const report = await copy.reconcile(outlet, { outletRef, leaseDuration });
  const { checked, added, changed, notFound } = report;
  console.log(`${outletRef}: reconciled ${checked} orders, ${added} added, ${changed} changed`);
  // They stay: the API also returns 404 for orders that a partner aggregated.
  for (const orderId of notFound) console.log(`${outletRef}: not found ${orderId}`);
  return report;
}

/**
 * Returns what was paid for an order that is complete, and 0 for any other order. The unit is a thousandth of the currency, because
 * some currencies have three decimals, and whole numbers add up exactly.
 */
export function paidFor({ status, payments }: Order): number {
  if (status !== 'complete') return 0;
  return (payments ?? []).reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 1_000), 0);
}
