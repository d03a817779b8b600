import type { Job } from 'bullmq';
import type { OutletPool } from 'outlet-open-api';
import type { OrderCopy } from 'outlet-open-api/sync';
import { jobErrorOf } from './job-error.js';
import { limitPerKey } from './limit-per-key.js';
import { concurrencyPerKey } from './orders.js';
import type { OrderJob } from './queues.js';

/** How a job ended. The API also returns 404 for partner-aggregated orders, which the nightly run reads from the list. */
export type Outcome = 'done' | 'not found';

/** Creates the function that processes the jobs of orders. If it throws, BullMQ runs the job again, or the job becomes a dead letter. */
export function createOrderProcessor({ copy, outlets }: { copy: OrderCopy; outlets: OutletPool }) {
  const runJob = limitPerKey(concurrencyPerKey);

  return (job: Job<OrderJob>, token: string | undefined): Promise<Outcome> =>
    runJob(job, token, async () => {
      const { keyRef, orderId } = job.data;
      try {
        const outcome = await copy.refresh(orderId, await outlets.context(keyRef));
        return outcome === 'not-found' ? 'not found' : 'done';
      } catch (error) {
        throw jobErrorOf(error);
      }
    });
}
