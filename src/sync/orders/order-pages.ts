import type { Order, OrderListParams } from '../../entities/index.js';
import type { Page } from '../../lists/pages.js';
import type { ListOptions } from '../../transport/call-options.js';
import type { ListCheckpoint } from '../resumable-list/list-checkpoint.js';
import { type CheckpointedPage, resumablePages } from '../resumable-list/resumable-pages.js';

/** The part of a client that lists orders. */
export interface OrderLister {
  list(query: OrderListParams, options?: ListOptions): { pages(): AsyncIterable<Page<Order>> };
}

/** Walks orders in the background, from a checkpoint on. */
export function orderPages(
  orders: OrderLister,
  start: ListCheckpoint,
  signal: AbortSignal,
): AsyncIterable<CheckpointedPage<Order>> {
  const { from, to, status } = start;
  // The status was checked when the walk began.
  const options: ListOptions = { query: { status }, signal, priority: 'background', missingNext: 'error' };
  return resumablePages((resumeFrom) => orders.list({ from, to }, { ...options, resumeFrom }).pages(), start);
}
