import type { Order, OutletClient } from 'outlet-open-api';
import { type ReconcileReport, reconcileOrders } from 'outlet-open-api/sync';
import { databaseCheckpoints } from './checkpoints.js';
import type { Database } from './database.js';
import { compareOrder, ordersNoticed, writeOrder } from './orders.js';

const day = 24 * 60 * 60 * 1_000;

/** Compares the last days with the outlet, and writes what webhooks have missed. */
export async function nightly(db: Database, outlet: OutletClient, days = 3): Promise<ReconcileReport> {
  const begun = await timeOf(db);
  // At midnight, so that a run which was ended goes on when it is begun again.
  const from = new Date(Math.floor(begun.getTime() / day - days) * day);
  const write = (order: Order) => db.transaction((tx) => writeOrder(tx, order, begun));
  const report = await reconcileOrders(outlet, {
    from,
    name: 'nightly',
    checkpoints: databaseCheckpoints(db),
    compare: (order) => compareOrder(db, order, begun),
    onMissing: write,
    onChanged: write,
    // A day less than the list: what a night brings is older than the night, and to be found in the list while it is asked for.
    knownIds: ordersNoticed(db, new Date(from.getTime() + day), begun),
    // Not deleted: partners' orders cannot be read by their ids, and look as if they were gone.
    onNotFound: (orderId) => console.log(`not found, or a partner's: ${orderId}`),
  });
  for (const { kind, orderId } of report.differences)
    if (kind !== 'not-found') console.log(`${kind}: ${orderId}`);
  console.log(`reconciled: ${report.checked} orders, ${report.missing} missing, ${report.changed} changed`);
  return report;
}

/** By the clock that also says when an order was written. */
async function timeOf(db: Database): Promise<Date> {
  const { rows } = await db.query<{ time: Date }>('select clock_timestamp() as time');
  return rows[0]?.time ?? new Date();
}
