import type { Job } from 'bullmq';
import type { OutletPool, PooledContext } from 'outlet-open-api';
import type { OrderCopy } from 'outlet-open-api/sync';
import type pg from 'pg';
import { jobErrorOf } from './job-error.js';
import type { Queues, ReconciliationJob } from './queues.js';

const day = 24 * 60 * 60 * 1_000;

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
  { db, copy, outlets, queues }: { db: pg.Pool; copy: OrderCopy; outlets: OutletPool; queues: Queues },
): Promise<void> {
  if (keyRef === undefined) return addJobPerOutlet(db, queues);
  try {
    await reconcileOutlet(copy, await outlets.context(keyRef));
  } catch (error) {
    throw jobErrorOf(error);
  }
}

/** Adds a job for each outlet, unless its job of last night is still there. One key that can list suffices, because all list the same. */
async function addJobPerOutlet(db: pg.Pool, { reconciliations }: Queues): Promise<void> {
  const { rows } = await db.query<{ keyRef: string }>(
    `select min(ref) as "keyRef" from api_keys where use_case <> 'digital-ordering'
     group by outlet_ref order by outlet_ref`,
  );
  const jobs = rows.map(({ keyRef }) => ({
    name: 'outlet',
    data: { keyRef },
    opts: { deduplication: { id: keyRef } },
  }));
  await reconciliations.addBulk(jobs);
}

/** Writes the orders whose webhook was lost. A lease lets only one run per outlet be active. */
async function reconcileOutlet(copy: OrderCopy, { outlet, outletRef }: PooledContext): Promise<void> {
  const { checked, added, changed, notFound } = await copy.reconcile(outlet, {
    outletRef,
    leaseDuration: 10_000,
  });
  if (added + changed > 0) console.log(`${outletRef}: ${checked} orders, ${added} added, ${changed} changed`);
  // They stay: the API also returns 404 for orders that a partner aggregated.
  for (const orderId of notFound) console.log(`${outletRef}: order ${orderId} was not found`);
}
