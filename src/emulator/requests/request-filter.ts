import { type RequestMatcher, requestMatcher } from '../../fake/index.js';
import type { RequestFilter, RequestSummary } from '../contract/requests.js';
import type { Exchange } from './exchange.js';

/** Which requests the log lists. */
export interface LogFilter extends RequestFilter {
  /** The outlets of the keys. `undefined` means requests whose token belongs to no key. */
  readonly outletIds?: readonly (string | undefined)[];
}

/** Returns a function that matches exchanges. An empty filter matches all. */
export function matcherOf(filter: LogFilter): (exchange: Exchange) => boolean {
  const { key = '', method = '', status = '', kind = '', search = '' } = filter;
  const { outletIds, path, after = 0 } = filter;
  const text = search.trim().toLowerCase();
  const hasPath = pathMatcher(path);

  return (exchange) => {
    const summary = exchange.summary();
    return (
      exchange.number > after &&
      (key === '' || summary.keyId === key || summary.useCase === key) &&
      (outletIds === undefined || outletIds.includes(summary.outletId)) &&
      hasPath(summary.method, exchange.apiPath ?? '') &&
      (method === '' || summary.method === method.toUpperCase()) &&
      (status === '' || hasStatus(summary, status)) &&
      (kind !== 'replay' || summary.isReplay) &&
      (kind !== 'fault' || summary.fault !== undefined) &&
      (text === '' || exchange.texts().some((part) => part.toLowerCase().includes(text)))
    );
  };
}

/** Returns a function that matches exchanges whose path has an ID, or whose bodies have one of the texts as a value. */
export function matcherOfOrder(id: string, texts: readonly string[]): (exchange: Exchange) => boolean {
  // With the quotes, because `o-1` is also a part of `o-12`.
  const values = [id, ...texts].map((text) => JSON.stringify(text));
  return (exchange) => {
    const { path, orderId } = exchange.summary();
    // Orders can have the same reference.
    if (orderId !== undefined) return orderId === id;
    return (
      path.split(/[/?&=]/).includes(encodeURIComponent(id)) ||
      exchange.texts().some((part) => values.some((value) => part.includes(value)))
    );
  };
}

/** The log also has requests to paths that no endpoint has. */
function pathMatcher(path: string | undefined): RequestMatcher {
  return requestMatcher({ path }) ?? ((_method, requested) => requested === path);
}

/** A wanted status is a number such as `429`, a class such as `4xx`, `none`, `waiting` or `failed`. */
function hasStatus({ status, duration }: RequestSummary, wanted: string): boolean {
  if (wanted === 'failed') return status === null ? duration !== null : status >= 400;
  if (status === null) return wanted === (duration === null ? 'waiting' : 'none');
  return wanted === String(status) || wanted === `${Math.floor(status / 100)}xx`;
}
