import type { OutletClient } from 'outlet-open-api';
import { createPostgresOrderStore } from 'outlet-open-api/postgres';
import { createOrderCopy, type OrderCopy, type OrderCopyReport } from 'outlet-open-api/sync';
import { type Database, leaseDuration } from './database.js';
import { noteChange } from './takings.js';

/** Creates the copy of all orders. A change of an order is written together with the note to count it. */
export function openCopy(db: Database): OrderCopy {
  return createOrderCopy({ store: createPostgresOrderStore({ pool: db }), onChange: noteChange });
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
