import type { OutletClient } from '../../client/client.js';
import type { Order } from '../../entities/index.js';
import { NotFoundError } from '../../errors/api-errors.js';
import type { Verdict } from '../../errors/issue.js';
import { OutletError } from '../../errors/outlet-error.js';
import { type Logger, writeLog } from '../../logger.js';
import { checkCount, checkFunction, checkSignal, hasMethods } from '../../options/checks.js';
import { type OptionReader, readOptions } from '../../options/read-options.js';
import type { WebhookEvent } from '../../webhooks/parse/events.js';

/** The API key of an order, and its outlet: what `resolve` of the webhook handler, or `context` of a pool, returned. */
export interface OrderFeedContext {
  /** The client of the key. */
  readonly outlet: OutletClient;
  /** Your ID of the key. An empty string if the handler has no `resolve`. */
  readonly keyRef: string;
  /** Your ID of the outlet, which identifies an order together with its ID. An empty string if the handler has no `resolve`. */
  readonly outletRef: string;
}

/** Details that `onOrder` receives with an order: what `resolve` returned for its event, and when it was read. */
export type OrderFeedInfo<Context extends OrderFeedContext = OrderFeedContext> = Context & {
  /** What `now` returned before the request was sent. Store it, so that an old copy never overwrites a newer copy. */
  readonly readAt: Date;
  /** The last event of the order that arrived before the request was sent. `undefined` after `refresh`. */
  readonly event: WebhookEvent | undefined;
};

/** Details that `onError` receives with an error. */
export interface OrderFeedErrorInfo extends Pick<OrderFeedContext, 'keyRef'> {
  /** The id of the order. */
  readonly orderId: string;
  /** The number of the failed attempt, from 1 up. */
  readonly attempt: number;
  /** Whether this was the last attempt. */
  readonly isFinal: boolean;
}

/** Options of an order feed. */
export interface OrderFeedOptions<Context extends OrderFeedContext = OrderFeedContext> {
  /**
   * The client for deliveries whose context has none, if the webhook handler has no `resolve`. Default: none, so that `resolve` has
   * to return the client of each delivery.
   */
  readonly outlet?: OutletClient | undefined;
  /** Handles the current state of an order. The feed awaits it. It must be idempotent: retries and later events call it again. */
  readonly onOrder: (order: Order, info: OrderFeedInfo<Context>) => unknown;
  /**
   * Called for each failed attempt. Errors that it throws are ignored. Default: logs final failures, and the first failure
   * that is not one of the API, as errors of `logger`. Orders that the API does not return are warnings.
   */
  readonly onError?: ((error: unknown, info: OrderFeedErrorInfo) => unknown) | undefined;
  /** Receives the log messages. Default: `console`. */
  readonly logger?: Pick<Logger, 'warn' | 'error'> | undefined;
  /**
   * Returns the current time. Called before each request, for `readAt`. If several machines write the same orders, return the time of
   * a clock that they share, such as that of the database. Default: the clock of this machine.
   */
  readonly now?: (() => Date | Promise<Date>) | undefined;
  /** Aborts the feed: all pending and later events reject with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How many orders are handled in parallel: a whole number from 1 up. Default: 50. */
  readonly concurrency?: number | undefined;
  /**
   * How many orders of one API key are handled in parallel, so that a slow outlet leaves room for others: a whole number from 1 up.
   * Default: 10.
   */
  readonly concurrencyPerKey?: number | undefined;
  /** How many orders can be pending: a whole number from 1 up. Default: 10,000. */
  readonly maxPending?: number | undefined;
}

export function feedSettings(options: OrderFeedOptions) {
  const { logger, ...settings } = readOptions('Invalid order feed options', options, (option) => ({
    outlet: option('outlet', checkClient, undefined),
    onOrder: option('onOrder', checkFunction),
    now: option('now', checkFunction, () => new Date()),
    ...queueOptions(option),
  }));
  const onError = settings.onError ?? ((error, info) => logError(logger, error, info));
  return { ...settings, onError };
}

/** The options that a feed shares with an order copy. */
export type OrderQueueOptions = Pick<
  OrderFeedOptions,
  'onError' | 'logger' | 'signal' | 'concurrency' | 'concurrencyPerKey' | 'maxPending'
>;

export function queueOptions(option: OptionReader<OrderQueueOptions>) {
  return {
    onError: option('onError', checkFunction, undefined),
    logger: option('logger', checkLogger, console),
    signal: option('signal', checkSignal, new AbortController().signal),
    concurrency: option('concurrency', checkCount, 50),
    concurrencyPerKey: option('concurrencyPerKey', checkCount, 10),
    maxPending: option('maxPending', checkCount, 10_000),
  };
}

function checkClient(outlet: OutletClient | undefined): Verdict {
  return hasMethods(outlet?.orders, 'get') || 'must be an OutletClient';
}

function checkLogger(logger: unknown): Verdict {
  return hasMethods(logger, 'warn', 'error') || 'must have the methods warn and error';
}

type FeedLogger = Pick<Logger, 'warn' | 'error'>;

/** A call that fails can succeed later. An error of `onOrder` is probably a defect, and its reader should not wait for the last attempt. */
function logError(logger: FeedLogger, error: unknown, info: OrderFeedErrorInfo): void {
  const { keyRef, orderId, attempt, isFinal } = info;
  if (isFinal && error instanceof NotFoundError) writeLog(logger, 'warn', notFound, { keyRef, orderId });
  else if (isFinal) writeLog(logger, 'error', stopped, { keyRef, orderId, attempt, error });
  else if (attempt === 1 && !(error instanceof OutletError))
    writeLog(logger, 'error', failed, { keyRef, orderId, error });
}

const notFound =
  'The API did not return an order, so the order feed skipped it. A delivery partner can have aggregated it: an order copy ' +
  'reads such orders from the list. If this happens to all orders, the key has the webhook URL of another outlet.';
const failed = 'Handling an order failed. It is tried again.';
const stopped =
  'The order feed stopped retrying an order. Fix the cause, then read the order again with refresh().';
