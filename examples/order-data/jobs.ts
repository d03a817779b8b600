import type { OutletClient } from 'outlet-open-api';
import {
  backfillOrders,
  type CheckpointStore,
  type ReconcileReport,
  reconcileOrders,
} from 'outlet-open-api/sync';
import type { OrderCopy } from './order-copy.js';

/** What both jobs need. */
export interface JobOptions {
  /** A stable ID of the outlet, chosen by you. */
  readonly outletRef: string;
  readonly checkpoints: CheckpointStore;
  /** Ends the job. The next run resumes from the checkpoint. */
  readonly signal?: AbortSignal | undefined;
}

const oneDay = 24 * 60 * 60 * 1_000;

/** Copies all orders since a time. Resumes after a crash. Does nothing if an earlier run has finished. */
export async function backfill(
  outlet: OutletClient,
  copy: OrderCopy,
  since: string,
  { outletRef, checkpoints, signal }: JobOptions,
): Promise<void> {
  await backfillOrders(outlet, {
    name: 'backfill',
    outletRef,
    from: since,
    checkpoints,
    onOrders: (orders, { readAt }) => copy.write(orders, readAt),
    onProgress: ({ fraction, records }) =>
      console.log(`Backfill: ${records} orders, ${Math.round(fraction * 100)} %`),
    signal,
  });
}

/** Compares the copy with the orders of the last three days, and writes those that are missing or have changed. */
export async function reconcile(
  outlet: OutletClient,
  copy: OrderCopy,
  { outletRef, checkpoints, signal }: JobOptions,
): Promise<ReconcileReport> {
  const threeDaysAgo = new Date(Date.now() - 3 * oneDay);
  // A run that ended early is resumed only by a run of the same range, so the range starts at midnight.
  threeDaysAgo.setUTCHours(0, 0, 0, 0);
  return reconcileOrders(outlet, {
    name: 'nightly',
    outletRef,
    from: threeDaysAgo,
    checkpoints,
    compare: (order, { readAt }) => copy.compare(order, readAt),
    onMissing: (order, { readAt }) => copy.write([order], readAt),
    signal,
  });
}
