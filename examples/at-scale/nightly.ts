import type { Job } from 'bullmq';
import type { Order, OutletPool, PooledContext } from 'outlet-open-api';
import { createPostgresCheckpointStore } from 'outlet-open-api/postgres';
import { type ReconcileInfo, reconcileOrders } from 'outlet-open-api/sync';
import type pg from 'pg';
import { jobErrorOf } from './job-error.js';
import { compareOrder, databaseTime, ordersWritten, writeOrder } from './orders.js';
import type { Queues, ReconciliationJob } from './queues.js';

const day = 24 * 60 * 60 * 1_000;

/** How many days a reconciliation compares: as long as orders stay open, and as staff cancel or reopen them. */
const days = 31;

/** When the nightly run starts, after midnight UTC. */
const startOfRun = Number(process.env.NIGHTLY_HOUR || 4) * 60 * 60 * 1_000;

/**
 * Adds the last nightly run, unless Redis has it. A run stays there for two days after its end. Every worker calls this every few
 * seconds, so a run that was due while no worker ran is not skipped. If Redis has lost its data, the run starts again at once, and
 * finds the orders of the lost jobs.
 */
export async function addNightlyRun({ reconciliations }: Queues): Promise<void> {
  const night = new Date(Date.now() - startOfRun).toISOString().slice(0, 10);
  const options = { jobId: `nightly-${night}`, removeOnComplete: { age: (2 * day) / 1_000 } };
  await reconciliations.add('all outlets', {}, options);
}

/** Processes a job of the nightly run. */
export async function reconcile(
  { data: { keyRef } }: Job<ReconciliationJob>,
  { db, outlets, queues }: { db: pg.Pool; outlets: OutletPool; queues: Queues },
): Promise<void> {
  if (keyRef === undefined) return addJobPerOutlet(db, queues);
  try {
    await reconcileOutlet(db, await outlets.context(keyRef));
  } catch (error) {
    throw jobErrorOf(error);
  }
}

/** Adds a job for each outlet, unless its job of last night is still there. One key suffices, because all keys list the same orders. */
async function addJobPerOutlet(db: pg.Pool, { reconciliations }: Queues): Promise<void> {
  const { rows } = await db.query<{ keyRef: string }>(
    'select min(ref) as "keyRef" from api_keys group by outlet_ref order by outlet_ref',
  );
  const jobs = rows.map(({ keyRef }) => ({
    name: 'outlet',
    data: { keyRef },
    opts: { deduplication: { id: keyRef } },
  }));
  await reconciliations.addBulk(jobs);
}

/**
 * Writes the orders whose webhook was lost: those of the last days, and since the last complete run. The lease of its name lets only
 * one run per outlet be active.
 */
async function reconcileOutlet(db: pg.Pool, { outlet, outletRef }: PooledContext): Promise<void> {
  const write = (order: Order, { readAt }: ReconcileInfo) => writeOrder(db, outletRef, order, readAt);
  const report = await reconcileOrders(outlet, {
    name: `nightly/${outletRef}`,
    outletRef,
    from: new Date(Date.now() - days * day),
    checkpoints: createPostgresCheckpointStore({ pool: db }),
    leaseDuration: 10_000,
    now: () => databaseTime(db),
    compare: (order, { readAt }) => compareOrder(db, outletRef, order, readAt),
    onMissing: write,
    onChanged: write,
    // One day less than the list. An order that an earlier run wrote is older than that run, so its list has the order.
    knownIds: ({ from, to }) => ordersWritten(db, outletRef, new Date(from.getTime() + day), to),
    // The order stays: the API also returns 404 for orders that a partner aggregated.
    onNotFound: (orderId) => console.log(`${outletRef}: order ${orderId} was not found`),
  });
  if (report.missing + report.changed > 0) {
    console.log(
      `${outletRef}: ${report.checked} orders, ${report.missing} missing, ${report.changed} changed`,
    );
  }
}
