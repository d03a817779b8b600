import { DelayedError, type Job } from 'bullmq';
import { NotFoundError, type OutletPool } from 'outlet-open-api';
import type pg from 'pg';
import { jobErrorOf } from './job-error.js';
import { databaseTime, writeOrder } from './orders.js';
import type { OrderJob } from './queues.js';

/** How many jobs of one key a worker runs at the same time. Its other jobs wait, so that a busy outlet delays no other one. */
const maxActivePerKey = 10;

/** A new order can be missing for a moment. */
const attemptsIfNotFound = 3;

/** How a job ended. */
export type Outcome = 'done' | 'not found';

/** Creates the function that processes the jobs of orders. If it throws, BullMQ runs the job again, or the job becomes a dead letter. */
export function createOrderProcessor({ db, outlets }: { db: pg.Pool; outlets: OutletPool }) {
  const active = new Map<string, number>();

  return async (job: Job<OrderJob>, token: string | undefined): Promise<Outcome> => {
    const { keyRef, orderId } = job.data;
    const others = active.get(keyRef) ?? 0;
    if (others >= maxActivePerKey) {
      await job.moveToDelayed(Date.now() + 1_000 * (1 + Math.random()), token);
      throw new DelayedError();
    }
    active.set(keyRef, others + 1);
    try {
      await copyOrder(keyRef, orderId);
      return 'done';
    } catch (error) {
      // The API also returns 404 for partner-aggregated orders. The nightly reconciliation reads them from the list.
      if (error instanceof NotFoundError && job.attemptsMade + 1 >= attemptsIfNotFound) return 'not found';
      throw jobErrorOf(error);
    } finally {
      const left = (active.get(keyRef) ?? 1) - 1;
      if (left === 0) active.delete(keyRef);
      else active.set(keyRef, left);
    }
  };

  async function copyOrder(keyRef: string, orderId: string): Promise<void> {
    const { outlet, outletRef } = await outlets.context(keyRef);
    // Before the request, on the clock that all processes share: whatever was changed until then, the response contains it.
    const readAt = await databaseTime(db);
    await writeOrder(db, outletRef, await outlet.orders.get(orderId), readAt);
  }
}
