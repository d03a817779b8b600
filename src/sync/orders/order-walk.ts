import type { Order, OrderQuery } from '../../entities/index.js';
import { isApiError } from '../../errors/guards.js';
import { canonicalJson } from '../../lists/canonical-json.js';
import type { Checkpoint, Page } from '../../lists/index.js';
import type { ListOptions } from '../../resources/paginate.js';
import type { OrderWalkCheckpoint } from './order-walk-checkpoint.js';

/** The part of a client that lists orders. */
export interface OrderLister {
  list(query: OrderQuery, options?: ListOptions): { pages(): AsyncIterable<Page<Order>> };
}

/** A page of a walk. */
export interface WalkedPage extends Page<Order> {
  /** Covers everything up to and including this page. */
  readonly progress: OrderWalkCheckpoint;
}

/** What the service may answer to a cursor that it does not know any more; which of them, is not documented. */
const refusals: readonly number[] = [400, 404, 409, 410, 422];

/** A window whose cursors are refused so often is refused itself. */
const mostRestarts = 3;

/**
 * Walks orders in the background, from a checkpoint on. Where the service refuses a cursor, as it may after a night, the window
 * of that cursor is walked anew.
 */
export async function* walkOrders(
  orders: OrderLister,
  start: OrderWalkCheckpoint,
  signal: AbortSignal,
): AsyncGenerator<WalkedPage, void, undefined> {
  let progress = start;
  let restarts = 0;
  while (!progress.isDone) {
    try {
      for await (const page of pagesFrom(orders, progress, signal)) {
        if (page.next === null) restarts = 0;
        progress = behind(page, progress);
        yield { ...page, progress };
      }
      return;
    } catch (error) {
      const isRefused = isApiError(error) && refusals.includes(error.status);
      if (!isRefused || !isInsideWindow(progress) || restarts === mostRestarts) throw error;
      restarts += 1;
      progress = { ...progress, page: progress.window };
    }
  }
}

function isInsideWindow({ page, window }: OrderWalkCheckpoint): boolean {
  return canonicalJson(page) !== canonicalJson(window);
}

function pagesFrom(
  orders: OrderLister,
  { from, to, status, page }: OrderWalkCheckpoint,
  signal: AbortSignal,
): AsyncIterable<Page<Order>> {
  const query: OrderQuery = { from, to, ...(status !== null && { status }) };
  return orders.list(query, { resumeFrom: page, signal, priority: 'background' }).pages();
}

function behind(page: Page<Order>, before: OrderWalkCheckpoint): OrderWalkCheckpoint {
  const isWindowDone = page.next === null;
  const place: Checkpoint = page.checkpoint;
  return {
    ...before,
    isDone: isWindowDone && page.window.to === before.to,
    page: place,
    window: isWindowDone ? place : before.window,
    pages: before.pages + 1,
    orders: before.orders + page.items.length,
  };
}
