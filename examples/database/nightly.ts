import type { Order, OutletClient } from 'outlet-open-api';
import { createPostgresCheckpointStore } from 'outlet-open-api/postgres';
import { type ReconcileInfo, type ReconcileReport, reconcileOrders } from 'outlet-open-api/sync';
import { type Database, outletRef } from './database.js';
import { compareOrder, ordersNoticed, writeOrder } from './orders.js';

const day = 24 * 60 * 60 * 1_000;

/** Compares the last days with the outlet, and writes the orders whose webhook was lost. */
export async function nightly(db: Database, outlet: OutletClient, days = 3): Promise<ReconcileReport> {
  const startedAt = await timeOf(db);
  // The start of a day, so that the same call resumes a run that ended early.
  const from = new Date(Math.floor(startedAt.getTime() / day - days) * day);
  const write = (order: Order, { readAt }: ReconcileInfo) =>
    db.transaction((tx) => writeOrder(tx, order, readAt));
  const report = await reconcileOrders(outlet, {
    name: 'nightly',
    outletRef,
    from,
    checkpoints: createPostgresCheckpointStore({ pool: db }),
    compare: (order, { readAt }) => compareOrder(db, order, readAt),
    onMissing: write,
    onChanged: write,
    // One day less than the list. An order that an earlier run wrote is older than that run, so its list has the order.
    knownIds: ordersNoticed(db, new Date(from.getTime() + day), startedAt),
    // The order stays: the API also returns 404 for orders that a partner aggregated.
    onNotFound: (orderId) => console.log(`not found: ${orderId}`),
  });
  for (const { kind, orderId } of report.differences)
    if (kind !== 'not-found') console.log(`${kind}: ${orderId}`);
  console.log(`reconciled: ${report.checked} orders, ${report.missing} missing, ${report.changed} changed`);
  return report;
}

/** Returns the time of the clock that also sets `noticed`. */
async function timeOf(db: Database): Promise<Date> {
  const { rows } = await db.query<{ time: Date }>('select clock_timestamp() as time');
  return rows[0]?.time ?? new Date();
}
