import { type DefaultJobOptions, Queue, type WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';

/** A job: read this order, and write it to the database. */
export interface OrderJob {
  readonly outletId: string;
  readonly orderId: string;
}

/** An order that could not be read or written. A person fixes the cause, and then runs `npm run requeue`. */
export interface DeadLetter extends OrderJob {
  readonly reason: string;
}

/** A job: compare the orders of this outlet with the database. Without an outlet: start such a job for each outlet. */
export interface ReconciliationJob {
  readonly outletId?: string;
}

/** With 12 attempts, the last one is about half an hour after the first. */
const orderJobs = {
  attempts: 12,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  removeOnComplete: true,
} satisfies DefaultJobOptions;

const reconciliationJobs = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 15_000 },
  removeOnComplete: true,
  removeOnFail: { count: 1_000 },
} satisfies DefaultJobOptions;

/** A job whose worker died runs again after 10 to 20 seconds. Workers renew the locks of their jobs twice in that time. */
export const workerOptions = {
  lockDuration: 10_000,
  stalledInterval: 5_000,
  // `processOrder` counts the crashes itself, so that such an order becomes a dead letter.
  maxStalledCount: 1_000,
} satisfies Partial<WorkerOptions>;

export type Queues = ReturnType<typeof openQueues>;

/** Opens the queues, which share one connection. */
export function openQueues(redis: Redis) {
  const connection = redis;
  return {
    orders: new Queue<OrderJob>('orders', { connection, defaultJobOptions: orderJobs }),
    deadLetters: new Queue<DeadLetter>('dead-letter', {
      connection,
      defaultJobOptions: { removeOnComplete: true },
    }),
    reconciliations: new Queue<ReconciliationJob>('reconciliations', {
      connection,
      defaultJobOptions: reconciliationJobs,
    }),
  };
}

/**
 * Adds a job for an order, unless one is waiting: it will read the order later than this event. If the job is running, it may have
 * read the order before this event. BullMQ then keeps the new job until the running one has ended.
 */
export async function addOrderJob({ orders }: Queues, { outletId, orderId }: OrderJob): Promise<void> {
  const deduplication = { id: `${outletId}/${orderId}`, keepLastIfActive: true };
  await orders.add('order', { outletId, orderId }, { deduplication });
}

/** Adds an order to the dead letters. There is one dead letter per order, even if the process dies and the job runs again. */
export async function addDeadLetter({ deadLetters }: Queues, letter: DeadLetter): Promise<void> {
  const deduplication = { id: `${letter.outletId}/${letter.orderId}`, keepLastIfActive: true };
  await deadLetters.add('order', letter, { deduplication });
}

/** Closes the queues. Their connection stays open. */
export async function closeQueues(queues: Queues): Promise<void> {
  await Promise.all(Object.values(queues).map((queue) => queue.close()));
}
