import type { Fake, Outlet } from '../../fake/index.js';
import type { Topic } from '../contract/index.js';
import type { RequestSummary } from '../contract/requests.js';
import type { Received } from '../server/node-handler.js';
import { apiPathOf, type Exchange, openExchange } from './exchange.js';
import { type LogFilter, matcherOf, matcherOfOrder } from './request-filter.js';
import { createTraffic } from './traffic.js';

/** The newest requests to the API, with their responses. */
export type RequestLog = ReturnType<typeof createRequestLog>;

/** A request that has no complete response yet. */
export type OpenRequest = ReturnType<RequestLog['add']>;

const maxRequests = 2_000;
/** In bytes, with the headers and bodies of all requests. */
const maxSize = 32 * 1_024 * 1_024;

export function createRequestLog(fake: Fake, reportChange: (topic: Topic) => void) {
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
    const { isReplay, idempotencyKey, keyId, orderId, status } = replay.summary();
    if (!isReplay) return undefined;
    return exchanges.findLast((exchange) => {
      const other = exchange.summary();
      if (other.isReplay || other.idempotencyKey !== idempotencyKey || other.keyId !== keyId) return false;
      // An earlier request with this key can have failed without effect.
      return orderId === undefined ? other.status === status : other.orderId === orderId;
    });
  }

  function newest(limit: number, matches: (exchange: Exchange) => boolean): RequestSummary[] {
    const found = exchanges.filter(matches).slice(-limit).reverse();
    return found.map((exchange) => exchange.summary());
  }

  /** Removes the requests that match, and keeps the counts of the traffic. */
  function remove(filter: LogFilter): void {
    const matches = matcherOf(filter);
    exchanges = exchanges.filter((exchange) => !matches(exchange));
    size = exchanges.reduce((sum, exchange) => sum + exchange.size, 0);
    reportChange('requests');
  }

  return {
    /** Adds a request that has arrived. */
    add(received: Received) {
      lastNumber += 1;
      const exchange = openExchange(lastNumber, received, fake);
      exchanges.push(exchange);
      reportChange('requests');
      return {
        respond(response: Response): void {
          exchange.respond(response);
          reportChange('requests');
        },
        write: exchange.write,
        /** Ends the request, with or without a complete response. Returns what is known about it. */
        end(): RequestSummary {
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
    /** Returns the newest requests that match, newest first. Default: all that match. */
    list: (filter: LogFilter, limit = Number.POSITIVE_INFINITY) => newest(limit, matcherOf(filter)),
    /**
     * Returns the newest requests about an order, newest first. Requests that belong to no order count if they have its ID or one of
     * the texts.
     */
    about({ outletId }: Outlet, orderId: string, texts: readonly string[], limit: number) {
      const isOfOutlet = matcherOf({ outletIds: [outletId, undefined] });
      const isAbout = matcherOfOrder(orderId, texts);
      return newest(limit, (exchange) => isOfOutlet(exchange) && isAbout(exchange));
    },
    /** Returns the request that created an order; `undefined` if it is too old, or if no request did. */
    creatorOf: (orderId: string) =>
      exchanges
        .map((exchange) => exchange.summary())
        .find((request) => request.method === 'POST' && request.orderId === orderId && !request.isReplay),
    /** Returns the request that caused a webhook event; `undefined` if it is too old, or if no request did. */
    causeOf: (event: number) =>
      exchanges.map((exchange) => exchange.summary()).find(({ events }) => events.includes(event)),
    /** Returns a request of the log to send it again; `undefined` if its API key or its whole body is unknown. */
    again: (wanted: number, newKey: boolean) =>
      exchanges.find(({ number }) => number === wanted)?.again(newKey),
    /** Returns one request; `undefined` if it is unknown or too old. */
    find: (wanted: number) => exchanges.find(({ number }) => number === wanted)?.view(),
    lastMinute: traffic.lastMinute,
    rateLimit: traffic.view,
    remove,
    /** Forgets everything. */
    reset(): void {
      traffic.clear();
      remove({});
    },
  };
}
