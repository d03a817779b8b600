import type { Order, OrderListParams } from '../../entities/index.js';
import type { Page } from '../../lists/pages.js';
import type { ListOptions } from '../../transport/call-options.js';
import type { WalkCheckpoint } from '../walks/walk-checkpoint.js';
import { type WalkedPage, walkPages } from '../walks/walk-pages.js';

/** The part of a client that lists orders. */
export interface OrderLister {
  list(query: OrderListParams, options?: ListOptions): { pages(): AsyncIterable<Page<Order>> };
}

/** Walks orders in the background, from a checkpoint on. */
export function walkOrders(
  orders: OrderLister,
  start: WalkCheckpoint,
  signal: AbortSignal,
): AsyncIterable<WalkedPage<Order>> {
  const { from, to, status } = start;
  // The status was checked when the walk began.
  const options: ListOptions = { query: { status }, signal, priority: 'background', missingNext: 'error' };
  return walkPages((resumeFrom) => orders.list({ from, to }, { ...options, resumeFrom }).pages(), start);
}
