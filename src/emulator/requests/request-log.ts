import type { Fake, Outlet } from '../../fake/index.js';
import type { Topic } from '../contract/index.js';
import type { RateLimitView, RequestSummary, RequestView } from '../contract/requests.js';
import type { Received } from '../server/node-handler.js';
import { apiPathOf, type Exchange, openExchange } from './exchange.js';
import { type LogFilter, matcherOf, matcherOfOrder } from './request-filter.js';
import { createTraffic, type Traffic } from './traffic.js';

/** The newest requests to the API, with their responses. */
export interface RequestLog extends Pick<Traffic, 'lastMinute'> {
  /** Adds a request that has arrived. */
  add(received: Received): OpenRequest;
  /** Returns the newest requests that match, newest first. Default: all that match. */
  list(filter: LogFilter, limit?: number): RequestSummary[];
  /**
   * Returns the newest requests about an order, newest first. Requests that belong to no order count if they have its ID or one of
   * the texts.
   */
  about(outlet: Outlet, orderId: string, texts: readonly string[], limit: number): RequestSummary[];
  /** Returns the request that created an order; `undefined` if it is too old, or if no request did. */
  creatorOf(orderId: string): RequestSummary | undefined;
  /** Returns the request that caused a webhook event; `undefined` if it is too old, or if no request did. */
  causeOf(event: number): RequestSummary | undefined;
  /** Returns a request of the log to send it again; `undefined` if its API key or its whole body is unknown. */
  again(number: number, newKey: boolean): Request | undefined;
  /** Returns one request; `undefined` if it is unknown or too old. */
  find(number: number): RequestView | undefined;
  /** Returns how many requests of the last minute each key of the outlet made, by window. */
  rateLimit(outlet: Outlet): RateLimitView;
  /** Removes the requests that match, and keeps the counts of the traffic. */
  remove(filter: LogFilter): void;
  /** Forgets everything. */
  reset(): void;
}

/** A request that has no complete response yet. */
export interface OpenRequest extends Pick<Exchange, 'respond' | 'write'> {
  /** Ends the request, with or without a complete response. Returns what is known about it. */
  end(): RequestSummary;
}

const maxRequests = 2_000;
/** In bytes, with the headers and bodies of all requests. */
const maxSize = 32 * 1_024 * 1_024;

export function createRequestLog(fake: Fake, reportChange: (topic: Topic) => void): RequestLog {
  const traffic = createTraffic(fake);
  let exchanges: Exchange[] = [];
  let lastNumber = 0;
  let size = 0;

  function dropOldest(): void {
    while (exchanges.length > maxRequests || (size > maxSize && exchanges.length > 1)) {
      size -= exchanges.shift()?.size ?? 0;
    }
  }

  /** Returns the request that a replay repeats. */
  function originalOf(replay: Exchange): Exchange | undefined {
    const { isReplay, idempotencyKey, keyId } = replay.summary();
    if (!isReplay) return undefined;
    return exchanges.find((exchange) => {
      const other = exchange.summary();
      return !other.isReplay && other.idempotencyKey === idempotencyKey && other.keyId === keyId;
    });
  }

  function newest(limit: number, matches: (exchange: Exchange) => boolean): RequestSummary[] {
    const found = exchanges.filter(matches).slice(-limit).reverse();
    return found.map((exchange) => exchange.summary());
  }

  function remove(filter: LogFilter): void {
    const matches = matcherOf(filter);
    exchanges = exchanges.filter((exchange) => !matches(exchange));
    size = exchanges.reduce((sum, exchange) => sum + exchange.size, 0);
    reportChange('requests');
  }

  return {
    add(received) {
      lastNumber += 1;
      const exchange = openExchange(lastNumber, received, fake);
      exchanges.push(exchange);
      reportChange('requests');
      return {
        respond(response) {
          exchange.respond(response);
          reportChange('requests');
        },
        write: (chunk) => exchange.write(chunk),
        end() {
          exchange.end(originalOf(exchange));
          const summary = exchange.summary();
          if (apiPathOf(received.request.url) !== undefined) traffic.count(summary);
          // A request that was removed before it ended takes no space.
          if (exchanges.includes(exchange)) size += exchange.size;
          dropOldest();
          reportChange('requests');
          return summary;
        },
      };
    },
    list: (filter, limit = Number.POSITIVE_INFINITY) => newest(limit, matcherOf(filter)),
    about: ({ outletId }, orderId, texts, limit) => {
      const isOfOutlet = matcherOf({ outletIds: [outletId, undefined] });
      const isAbout = matcherOfOrder(orderId, texts);
      return newest(limit, (exchange) => isOfOutlet(exchange) && isAbout(exchange));
    },
    creatorOf: (orderId) =>
      exchanges
        .map((exchange) => exchange.summary())
        .find((request) => request.method === 'POST' && request.orderId === orderId && !request.isReplay),
    causeOf: (event) =>
      exchanges.map((exchange) => exchange.summary()).find(({ events }) => events.includes(event)),
    again: (wanted, newKey) => exchanges.find(({ number }) => number === wanted)?.again(newKey),
    find: (wanted) => exchanges.find(({ number }) => number === wanted)?.view(),
    lastMinute: traffic.lastMinute,
    rateLimit: traffic.view,
    remove,
    reset() {
      traffic.clear();
      remove({});
    },
  };
}
