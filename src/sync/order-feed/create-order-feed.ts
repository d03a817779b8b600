import { onAbort } from '../../cancellation.js';
import type { Order } from '../../entities/index.js';
import { AuthenticationError, NotFoundError, PermissionDeniedError } from '../../errors/api-errors.js';
import { assertValid, RequestValidationError } from '../../errors/request-validation-error.js';
import { callSafely } from '../../logger.js';
import { checkText, isText } from '../../options/checks.js';
import { orderIdOf, type WebhookEvent } from '../../webhooks/parse/events.js';
import { FairQueue, type Lane } from './fair-queue.js';
import { feedSettings, type OrderFeedContext, type OrderFeedOptions } from './options.js';
import { OrderFeedError } from './order-feed-error.js';

/**
 * The outcome of an event. `handled`: its order was fetched, and `onOrder` handled it. `not-found`: the API returned 404, as it also
 * does for partner-aggregated orders. `none`: the event is not about an order.
 */
export type OrderFeedOutcome = 'handled' | 'not-found' | 'none';

/** What a webhook handler passes with an event: what its `resolve` returned, if it has one, and the signal of the delivery. */
type DeliveryContext = Partial<OrderFeedContext> & { readonly signal?: AbortSignal };

/**
 * Delivers the current state of each order that webhook events refer to: `createWebhookHandler({ verify, consumers: [feed] })`. You can
 * pass its functions without their object.
 */
export interface OrderFeed<Context extends OrderFeedContext = OrderFeedContext> {
  /**
   * Adds an event. Settles when its order was fetched after the event arrived, and was handled. Events of one order share a fetch
   * until it begins, and the feed never handles an order twice at the same time. The rejection of the promise is never unhandled.
   * @throws {@link RequestValidationError} if the event or its id is invalid, or there is no client for its order
   * @throws {@link OrderFeedError} if the feed is full or closed
   * @throws the error of the last attempt, or the signal's reason
   */
  readonly receive: (
    event: WebhookEvent,
    context: Partial<Context> & { readonly signal?: AbortSignal },
  ) => Promise<OrderFeedOutcome>;
  /**
   * Reads an order again without an event, in the same way.
   * @param context - the API key of the order, such as `await outlets.context(keyRef)`, unless the feed has an `outlet`
   * @throws the same errors as `receive`
   */
  readonly refresh: (orderId: string, context?: Context) => Promise<OrderFeedOutcome>;
  /** Resolves when no order is pending. */
  readonly idle: () => Promise<void>;
  /** Rejects new events, and resolves when no order is pending. */
  readonly close: () => Promise<void>;
  /** Calls `close` at the end of a block: `await using feed = createOrderFeed({ onOrder })`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
  /** The number of orders that wait for an attempt or are being handled. */
  readonly pending: number;
}

/** Events of one order that share a fetch. */
interface FetchBatch {
  readonly orderId: string;
  /** The API key of the last event. */
  context: OrderFeedContext;
  /** The last event. */
  event: WebhookEvent | undefined;
  attempt: number;
  phase: 'waiting' | 'starting' | 'fetching' | 'handling';
  readonly outcome: Promise<OrderFeedOutcome>;
  readonly settle: (outcome: OrderFeedOutcome | Promise<OrderFeedOutcome>) => void;
  /** Events that arrived after the fetch began. */
  next?: FetchBatch | undefined;
}

/** Errors of a fetch that a retry cannot fix: a revoked key, or an invalid id. */
const permanent = [AuthenticationError, PermissionDeniedError, RequestValidationError];

/** More would delay other interactive calls of the key, such as `orders.create`, after many events at once. */
const maxInteractiveReads = 2;

/**
 * Creates an order feed. It fetches the order of each webhook event, and passes it to `onOrder`. One feed serves all outlets.
 *
 * The feed retries a failed attempt 5 times, with pauses of 1 to 30 s. It never retries a 401, a 403 or an invalid id. It retries a 404
 * twice, with pauses of at most 2.4 s in all, so that the event of a partner-aggregated order can be acknowledged in time. The first
 * attempts of two orders per API key have interactive priority, and all others background priority. In an outage, they therefore wait
 * for its end. Pending events keep the process open, and exist only in memory. Guide: Order feed. API specification: Events, rules 1, 4,
 * 6 and 7.
 * @throws {@link RequestValidationError} that lists every invalid option
 * @example
 * ```ts
 * const feed = createOrderFeed({ onOrder: (order, { outletRef, readAt }) => db.upsertIfNewer(outletRef, order, readAt) });
 * const resolve = outlets.resolve((request) => keyRefOf(request.url)); // a pool of clients
 * const handle = createWebhookHandler({ verify, resolve, consumers: [feed] });
 * // When the process ends, after the server has closed:
 * await feed.close();
 * ```
 */
export function createOrderFeed<Context extends OrderFeedContext = OrderFeedContext>(
  options: OrderFeedOptions<Context>,
): OrderFeed<Context>;
export function createOrderFeed(options: OrderFeedOptions): OrderFeed {
  const { onOrder, onError, now, signal, maxPending, ...settings } = feedSettings(options);
  const queue = new FairQueue(settings.concurrency, settings.concurrencyPerKey);
  /** The earliest batch of each order, also while it waits for a retry. */
  const pending = new Map<string, FetchBatch>();
  let isClosed = false;

  async function notify(event: WebhookEvent, context: DeliveryContext): Promise<OrderFeedOutcome> {
    const lacksId = event?.event === 'unknown' && event.reason === 'shape';
    assertValid(rejectedEvent, {
      event: typeof event?.event === 'string' || 'must be an event, as parseWebhookEvent returns it',
      'event.id': !lacksId || 'must be a non-empty string',
    });
    const orderId = orderIdOf(event);
    return orderId === undefined ? 'none' : add(orderId, context, event);
  }

  async function add(
    orderId: string,
    given: DeliveryContext = {},
    event?: WebhookEvent,
  ): Promise<OrderFeedOutcome> {
    signal.throwIfAborted();
    if (isClosed) throw new OrderFeedError('closed', maxPending);
    // The signal belongs to the delivery, and not to its key.
    const { outlet = settings.outlet, keyRef = '', outletRef = '', signal: _, ...fields } = given;
    if (!outlet) throw new RequestValidationError(rejectedEvent, [{ path: 'outlet', message: noOutlet }]);
    if (given.outlet) {
      assertValid(rejectedEvent, {
        keyRef: checkText(keyRef),
        outletRef: isText(outletRef) || noOutletRef,
      });
    }
    const context = { ...fields, outlet, keyRef, outletRef };
    const batch = pending.get(keyOf(context, orderId));
    if (!batch && pending.size >= maxPending) throw new OrderFeedError('full', maxPending);
    if (!batch) return open(createBatch(orderId, context, event));
    if (batch.phase !== 'waiting') batch.next ??= createBatch(orderId, context, event);
    const joined = batch.next ?? batch;
    Object.assign(joined, { context, event: event ?? joined.event });
    return joined.outcome;
  }

  function createBatch(orderId: string, context: OrderFeedContext, event?: WebhookEvent): FetchBatch {
    let settle: FetchBatch['settle'] = () => {};
    const outcome = new Promise<OrderFeedOutcome>((resolve) => {
      settle = resolve;
    });
    const unfollow = onAbort(signal, () => {
      pending.clear();
      queue.clear();
      settle(quiet(Promise.reject(signal.reason)));
    });
    quiet(outcome.finally(unfollow));
    return { orderId, context, event, attempt: 0, phase: 'waiting', outcome, settle };
  }

  function open(batch: FetchBatch): Promise<OrderFeedOutcome> {
    const { orderId, context, outcome } = batch;
    pending.set(keyOf(context, orderId), batch);
    queue.add(context.keyRef, (lane) => run(batch, lane));
    return outcome;
  }

  async function run(batch: FetchBatch, lane: Lane): Promise<void> {
    batch.attempt += 1;
    const failure = await deliver(batch, lane).catch((error: unknown) => ({ error }));
    if (signal.aborted) return;
    if (failure) fail(batch, failure.error);
    else settle(batch, 'handled');
  }

  /** Fetches the order and passes it to `onOrder`. */
  async function deliver(batch: FetchBatch, lane: Lane): Promise<undefined> {
    const { event, context } = batch;
    // An event that arrives later needs another fetch, because this `readAt` is before the event.
    batch.phase = 'starting';
    const readAt = await now();
    signal.throwIfAborted();
    batch.phase = 'fetching';
    const order = await read(batch, lane);
    signal.throwIfAborted();
    batch.phase = 'handling';
    await onOrder(order, { ...context, readAt, event });
  }

  async function read({ orderId, context, attempt }: FetchBatch, lane: Lane): Promise<Order> {
    const isInteractive = attempt === 1 && lane.interactiveReads < maxInteractiveReads;
    const priority = isInteractive ? 'interactive' : 'background';
    if (isInteractive) lane.interactiveReads += 1;
    try {
      return await context.outlet.orders.get(orderId, { priority, signal });
    } finally {
      if (isInteractive) lane.interactiveReads -= 1;
    }
  }

  function fail(batch: FetchBatch, error: unknown): void {
    const { attempt, phase } = batch;
    const isNotFound = phase === 'fetching' && error instanceof NotFoundError;
    const isPermanent = phase === 'fetching' && permanent.some((type) => error instanceof type);
    const isFinal = isPermanent || attempt > (isNotFound ? 2 : 5);
    if (isFinal) settle(batch, isNotFound ? 'not-found' : quiet(Promise.reject(error)));
    else retry(batch, (isNotFound ? 400 : 1_000) * 2 ** (attempt - 1));
    const { orderId, context } = batch;
    callSafely(() => onError(error, { keyRef: context.keyRef, orderId, attempt, isFinal }));
  }

  /** Schedules the next attempt, which covers the events that arrived during this attempt. */
  function retry(batch: FetchBatch, shortestPause: number): void {
    const { next, outcome } = batch;
    next?.settle(outcome);
    const { context, event } = next ?? batch;
    Object.assign(batch, { context, event: event ?? batch.event, next: undefined, phase: 'waiting' });
    const timer = setTimeout(() => open(batch), Math.min(shortestPause * (1 + Math.random()), 30_000));
    outcome.catch(() => clearTimeout(timer));
  }

  function settle(batch: FetchBatch, outcome: OrderFeedOutcome | Promise<never>): void {
    batch.settle(outcome);
    if (batch.next) open(batch.next);
    else pending.delete(keyOf(batch.context, batch.orderId));
  }

  async function idle(): Promise<void> {
    while (pending.size > 0) await Promise.allSettled(Array.from(pending.values(), ({ outcome }) => outcome));
  }

  function close(): Promise<void> {
    isClosed = true;
    return idle();
  }

  return {
    receive: (event, context) => quiet(notify(event, context)),
    refresh: (orderId, context) => quiet(add(orderId, context)),
    idle,
    close,
    [Symbol.asyncDispose]: close,
    get pending() {
      return pending.size;
    },
  };
}

const rejectedEvent = 'The order feed rejected the event';
const noOutlet =
  'is missing: return the client from resolve of the webhook handler, or set the option outlet of the feed';

const noOutletRef =
  'must be a non-empty string: return your ID of the outlet from resolve of the webhook handler';

/** Two keys of an outlet each read its orders, because they can have different rights. */
function keyOf({ keyRef }: OrderFeedContext, orderId: string): string {
  return JSON.stringify([keyRef, orderId]);
}

/** Prevents an unhandled rejection, because `onError` reports the error. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
