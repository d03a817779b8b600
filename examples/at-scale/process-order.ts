import { DelayedError, type Job } from 'bullmq';
import type { OutletPool } from 'outlet-open-api';
import type { OrderCopy } from 'outlet-open-api/sync';
import { jobErrorOf } from './job-error.js';
import { concurrencyPerKey } from './orders.js';
import type { OrderJob } from './queues.js';

/** How a job ended. The API also returns 404 for partner-aggregated orders, which the nightly run reads from the list. */
export type Outcome = 'done' | 'not found';

/** Creates the function that processes the jobs of orders. If it throws, BullMQ runs the job again, or the job becomes a dead letter. */
export function createOrderProcessor({ copy, outlets }: { copy: OrderCopy; outlets: OutletPool }) {
  const active = new Map<string, number>();

  return async (job: Job<OrderJob>, token: string | undefined): Promise<Outcome> => {
    const { keyRef, orderId } = job.data;
    const others = active.get(keyRef) ?? 0;
    // The places of a worker are for all outlets, so a busy one delays no other one.
    if (others >= concurrencyPerKey) {
      await job.moveToDelayed(Date.now() + 1_000 * (1 + Math.random()), token);
      throw new DelayedError();
    }
    active.set(keyRef, others + 1);
    try {
      const outcome = await copy.refresh(orderId, await outlets.context(keyRef));
      return outcome === 'not-found' ? 'not found' : 'done';
    } catch (error) {
      throw jobErrorOf(error);
    } finally {
      const left = (active.get(keyRef) ?? 1) - 1;
      if (left === 0) active.delete(keyRef);
      else active.set(keyRef, left);
    }
  };
}
