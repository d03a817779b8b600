import { type Orders, orderOf } from './orders.js';
import type { Turn } from './windows.js';

export interface Reply {
  readonly status: number;
  /** The last segment of the path. */
  readonly name: string;
  /** The number of orders on the page. */
  readonly orders: number;
  readonly body: unknown;
}

/** The response to a request. Any path other than that of the list returns one order. */
export function replyTo(url: string, turn: Turn, now: number, list: Orders): Reply {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  if (!turn.accepted) return { status: 429, name, orders: 0, body: rejection(turn.reset - now) };
  if (name !== 'orders') return { status: 200, name, orders: 0, body: orderOf(name, now) };
  const page = list.page(searchParams);
  return page
    ? { status: 200, name, orders: page.data.length, body: page }
    : { status: 400, name, orders: 0, body: { code: 400, message: 'Not a cursor of this list' } };
}

/** Specification: "Errors", the body of a 429. */
function rejection(untilReset: number): unknown {
  return { code: 429, message: 'Rate limit exceeded', retryAfter: Math.ceil(untilReset / 1_000) };
}
