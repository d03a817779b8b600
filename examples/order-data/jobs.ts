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
  /** Ends the job. The next backfill resumes from the checkpoint. The next reconciliation compares all of its orders. */
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

/**
 * Compares the copy with the orders of the last 31 days, and writes those that are missing or have changed. After an outage, it
 * also compares the orders since the last run that was complete.
 */
export async function reconcile(
  outlet: OutletClient,
  copy: OrderCopy,
  { outletRef, checkpoints, signal }: JobOptions,
): Promise<ReconcileReport> {
  return reconcileOrders(outlet, {
    name: 'nightly',
    outletRef,
    from: new Date(Date.now() - 31 * oneDay),
    checkpoints,
    compare: (order, { readAt }) => copy.compare(order, readAt),
    onMissing: (order, { readAt }) => copy.write([order], readAt),
    signal,
  });
}
