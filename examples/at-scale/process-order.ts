import { DelayedError, type Job } from 'bullmq';
import { NotFoundError, type OutletPool } from 'outlet-open-api';
import type pg from 'pg';
import { jobErrorOf } from './job-error.js';
import { databaseTime, writeOrder } from './orders.js';
import type { OrderJob } from './queues.js';

/** How many jobs of one outlet a worker runs at the same time. Its other jobs wait, so that a busy outlet delays no other one. */
const maxActivePerOutlet = 10;

/** A new order can be missing for a moment. */
const attemptsIfNotFound = 3;

/** How a job ended. */
export type Outcome = 'done' | 'not found';

/** Creates the function that processes the jobs of orders. If it throws, BullMQ runs the job again, or the job becomes a dead letter. */
export function createOrderProcessor({ db, outlets }: { db: pg.Pool; outlets: OutletPool }) {
  const active = new Map<string, number>();

  return async (job: Job<OrderJob>, token: string | undefined): Promise<Outcome> => {
    const { outletRef, orderId } = job.data;
    const others = active.get(outletRef) ?? 0;
    if (others >= maxActivePerOutlet) {
      await job.moveToDelayed(Date.now() + 1_000 * (1 + Math.random()), token);
      throw new DelayedError();
    }
    active.set(outletRef, others + 1);
    try {
      await copyOrder(outletRef, orderId);
      return 'done';
    } catch (error) {
      // The API also returns 404 for partner-aggregated orders. The nightly reconciliation reads them from the list.
      if (error instanceof NotFoundError && job.attemptsMade + 1 >= attemptsIfNotFound) return 'not found';
      throw jobErrorOf(error);
    } finally {
      const left = (active.get(outletRef) ?? 1) - 1;
      if (left === 0) active.delete(outletRef);
      else active.set(outletRef, left);
    }
  };

  async function copyOrder(outletRef: string, orderId: string): Promise<void> {
    const outlet = await outlets.get(outletRef);
    // Before the request, on the clock that all processes share: whatever was changed until then, the response contains it.
    const readAt = await databaseTime(db);
    await writeOrder(db, outletRef, await outlet.orders.get(orderId), readAt);
  }
}
