import { DelayedError, type Job } from 'bullmq';
import type { OutletPool } from 'outlet-open-api';
import type { OrderCopy } from 'outlet-open-api/sync';
import { variable } from './connections.js';
import { jobErrorOf } from './job-error.js';
import { concurrencyPerKey } from './orders.js';
import type { OrderJob } from './queues.js';

/** How a job ended. The API also returns 404 for partner-aggregated orders, which the nightly run reads from the list. */
export type Outcome = 'done' | 'not found';

/** Milliseconds between two jobs of one key that wait, if all workers are busy with it. The key allows 5 requests per second. */
const interval = 200 * Number(variable('WORKERS'));

/** Creates the function that processes the jobs of orders. If it throws, BullMQ runs the job again, or the job becomes a dead letter. */
export function createOrderProcessor({ copy, outlets }: { copy: OrderCopy; outlets: OutletPool }) {
  const active = new Map<string, number>();
  /** When the last waiting job of each key is due. */
  const lastDue = new Map<string, number>();

  return async (job: Job<OrderJob>, token: string | undefined): Promise<Outcome> => {
    const { keyRef, orderId } = job.data;
    const others = active.get(keyRef) ?? 0;
    // The places of a worker are for all outlets, so a busy one delays no other one. Each of its jobs gets a time of its own. Otherwise,
    // the worker would take the same jobs from the queue again and again.
    if (others >= concurrencyPerKey) {
      const due = Math.max(Date.now(), lastDue.get(keyRef) ?? 0) + interval;
      lastDue.set(keyRef, due);
      await job.moveToDelayed(due, token);
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
