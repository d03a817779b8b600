import type { Order, OutletClient } from 'outlet-open-api';
import { createPostgresCheckpointStore } from 'outlet-open-api/postgres';
import { type ReconcileInfo, type ReconcileReport, reconcileOrders } from 'outlet-open-api/sync';
import { type Database, databaseTime } from './database.js';
import { compareOrder, ordersNoticed, writeOrder } from './orders.js';

const day = 24 * 60 * 60 * 1_000;

/** Compares the last days with the outlet, and those since the last complete run. Writes the orders whose webhook was lost. */
export async function nightly(
  db: Database,
  outlet: OutletClient,
  outletRef: string,
  days = 31,
): Promise<ReconcileReport> {
  const write = (order: Order, { readAt }: ReconcileInfo) => writeOrder(db, outletRef, order, readAt);
  const report = await reconcileOrders(outlet, {
    name: `nightly/${outletRef}`,
    outletRef,
    from: new Date(Date.now() - days * day),
    checkpoints: createPostgresCheckpointStore({ pool: db }),
    now: () => databaseTime(db),
    compare: (order, { readAt }) => compareOrder(db, outletRef, order, readAt),
    onMissing: write,
    onChanged: write,
    // One day less than the list. An order that an earlier run wrote is older than that run, so its list has the order.
    knownIds: ({ from, to }) => ordersNoticed(db, outletRef, new Date(from.getTime() + day), to),
    // The order stays: the API also returns 404 for orders that a partner aggregated.
    onNotFound: (orderId) => console.log(`${outletRef}: not found ${orderId}`),
  });
  for (const { kind, orderId } of report.differences)
    if (kind !== 'not-found') console.log(`${outletRef}: ${kind} ${orderId}`);
  const { checked, missing, changed } = report;
  console.log(`${outletRef}: reconciled ${checked} orders, ${missing} missing, ${changed} changed`);
  return report;
}
