import type { Job } from 'bullmq';
import { CallError, NotFoundError, RequestValidationError } from 'outlet-open-api';
import type pg from 'pg';
import { writeOrder } from './orders.js';
import { type Outlets, UnknownOutletError } from './outlets.js';
import { addDeadLetter, type OrderJob, type Queues } from './queues.js';

/** A new order can be missing for a moment. */
const attemptsIfNotFound = 3;

/** An order whose job has crashed its worker this many times becomes a dead letter. */
const maxCrashes = 5;

/** How a job ended. */
export type Outcome = 'done' | 'not found' | 'dead';

/**
 * Reads an order, and writes it to the database. Throws if BullMQ is to run the job again. An order that fails for good becomes a
 * dead letter before its job ends, so that a crash in between loses nothing.
 */
export async function processOrder(
  job: Job<OrderJob>,
  { db, outlets, queues }: { db: pg.Pool; outlets: Outlets; queues: Queues },
): Promise<Outcome> {
  const { outletId, orderId } = job.data;
  const attempt = job.attemptsMade + 1;
  try {
    if (job.stalledCounter > maxCrashes) throw new CrashError(`The job has crashed ${maxCrashes} workers.`);
    const outlet = await outlets.get(outletId);
    const { data, meta } = await outlet.orders.get(orderId).withResponse();
    await writeOrder(db, outletId, data, meta.sentAt);
    return 'done';
  } catch (error) {
    // The API also returns 404 for partner-aggregated orders. The nightly reconciliation reads them from the list.
    if (error instanceof NotFoundError && attempt >= attemptsIfNotFound) return 'not found';
    if (isTransient(error) && attempt < (job.opts.attempts ?? 1)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    await addDeadLetter(queues, { outletId, orderId, reason });
    return 'dead';
  }
}

/** Returns whether the same job can succeed later. Errors of PostgreSQL are transient, because databases restart. */
function isTransient(error: unknown): boolean {
  if (error instanceof NotFoundError) return true;
  if (error instanceof CallError) return error.isTransient;
  return !(
    error instanceof RequestValidationError ||
    error instanceof UnknownOutletError ||
    error instanceof CrashError
  );
}

class CrashError extends Error {}
