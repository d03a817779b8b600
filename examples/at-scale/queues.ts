import { type DefaultJobOptions, Queue, type WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import type { OutboxRef } from 'outlet-open-api/sync';

/** A job: read this order with this API key, and write it to the database. */
export interface OrderJob {
  readonly keyRef: string;
  readonly orderId: string;
}

/** A job: compare the orders that this API key lists with the database. Without a key: start such a job for each outlet. */
export interface ReconciliationJob {
  readonly keyRef?: string;
}

/** With 12 attempts, the last one is about half an hour after the first. The failed jobs are the dead letters. */
const orderJobs = {
  attempts: 12,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  removeOnComplete: true,
  removeOnFail: false,
} satisfies DefaultJobOptions;

/** With 10 attempts, the last one is about two hours after the first. */
const reconciliationJobs = {
  attempts: 10,
  backoff: { type: 'exponential', delay: 15_000 },
  removeOnComplete: true,
  removeOnFail: { count: 1_000 },
} satisfies DefaultJobOptions;

/** The outbox stores when to try again, so a job that failed has nothing left to do. */
const outboxJobs = { removeOnComplete: true, removeOnFail: true } satisfies DefaultJobOptions;

/** A job whose worker died runs again within 20 seconds. A job that was active in 6 such workers becomes a dead letter. */
export const workerOptions = {
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 5,
} satisfies Partial<WorkerOptions>;

export type Queues = ReturnType<typeof openQueues>;

/** Opens the queues, which share one connection. */
export function openQueues(connection: Redis) {
  const queues = {
    orders: new Queue<OrderJob>('orders', { connection, defaultJobOptions: orderJobs }),
    reconciliations: new Queue<ReconciliationJob>('reconciliations', {
      connection,
      defaultJobOptions: reconciliationJobs,
    }),
    outbox: new Queue<OutboxRef>('outbox', { connection, defaultJobOptions: outboxJobs }),
  };
  // The connection reports an outage once. A queue would report each attempt to connect.
  for (const queue of Object.values(queues)) queue.on('error', () => {});
  return queues;
}

/**
 * Adds a job for an order, unless one is waiting: it will read the order later than this event. If the job is running, it may have
 * read the order before this event. BullMQ then keeps the new job until the running one has ended.
 */
export async function addOrderJob({ orders }: Queues, { keyRef, orderId }: OrderJob): Promise<void> {
  const deduplication = { id: `${keyRef}/${orderId}`, keepLastIfActive: true };
  await orders.add('order', { keyRef, orderId }, { deduplication });
}

/** Adds a job for each entry of the outbox, unless it has one. */
export async function addOutboxJobs({ outbox }: Queues, refs: readonly OutboxRef[]): Promise<void> {
  const jobs = refs.map(({ keyRef, partner, reference }) => ({
    name: 'entry',
    data: { keyRef, partner, reference },
    opts: { deduplication: { id: [keyRef, partner, reference].map(encodeURIComponent).join('/') } },
  }));
  await outbox.addBulk(jobs);
}

/** Closes the queues. Their connection stays open. */
export async function closeQueues(queues: Queues): Promise<void> {
  await Promise.all(Object.values(queues).map((queue) => queue.close()));
}
