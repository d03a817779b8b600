import { maxTimerDelay } from '../../cancellation.js';
import type { OutletClient } from '../../client/client.js';
import { issuesIn, type Verdict } from '../../errors/issue.js';
import { isPlain } from '../../json.js';
import type { Logger } from '../../logger.js';
import { checkCallback, checkFlag, checkFunction, hasMethods, isCount } from '../../options/checks.js';
import { unknownName } from '../../options/closest-name.js';
import { readOptions } from '../../options/read-options.js';
import type { WebhookGuard } from '../guards/guard.js';
import { type EventName, eventNames, receiversOf } from '../parse/event-table.js';
import type { KnownWebhookEvent, UnknownWebhookEvent, WebhookEvent } from '../parse/events.js';

/**
 * Handles an event. If it throws or rejects, the delivery gets a 503, and the API delivers the event again. With `resolve`, the context
 * has its fields and the `keyRef`.
 */
export type WebhookEventHandler<Event extends WebhookEvent, Context extends object> = (
  event: Event,
  context: Context & {
    /** Aborts after `handlerTimeout`. The result of the handler then has no effect. */
    readonly signal: AbortSignal;
  },
) => unknown;

/** Event handlers by event name. */
export type WebhookEventHandlers<Context extends object> = {
  readonly [Name in EventName]?:
    | WebhookEventHandler<Extract<KnownWebhookEvent, Record<'event', Name>>, Context>
    | undefined;
};

/**
 * Receives every event of a webhook handler, besides its own event handlers, such as an order feed: `consumers: [feed]`. You can write
 * one: any object with this method.
 */
export interface WebhookConsumer<Context extends object = object> {
  /**
   * Handles an event. If it rejects, the delivery gets a 503, and the API delivers the event again. It also receives repeats, because a
   * merchant can republish an event. It can be called for several events at the same time.
   */
  readonly receive: WebhookEventHandler<WebhookEvent, Context>;
}

/** Identifies the API key of a delivery: by its client, or by your own ID of the key. */
export type WebhookKey = Pick<WebhookContext, 'outlet'> | Readonly<Record<'keyRef', string>>;

/** The usual result of `resolve`. You can add fields for your event handlers. */
export interface WebhookContext {
  /** The client of the API key. */
  readonly outlet: OutletClient;
  /**
   * Your ID of the API key. Deliveries of different keys are never duplicates.
   * @defaultValue A hash of the client's token
   */
  readonly keyRef?: string | undefined;
}

/**
 * Returns the API key of a delivery, as `outlet` or `keyRef`.
 *
 * The handler calls it after the guards. If it throws, the delivery gets a 503.
 */
export type WebhookResolve<Context extends object> = (request: Request) => Context | Promise<Context>;

/** A step of the handler. */
export type WebhookStep = 'verify' | 'read' | 'resolve' | 'deduplicate' | 'handle';

/** Describes where an error occurred. */
export interface WebhookFailure {
  /** The step that failed. */
  readonly step: WebhookStep;
  /** The event, if the handler has parsed it. */
  readonly event: WebhookEvent | undefined;
}

/** Options of a webhook handler. All durations are in milliseconds: whole numbers from 1 to 2,147,483,647. */
export interface WebhookHandlerOptions<Context extends object = object> {
  /**
   * The guards that every delivery must pass, such as `sharedSecret`: at least one. With `'none'`, everybody who knows the URL
   * can send deliveries, so use it only behind a gateway that checks them, or in tests.
   */
  readonly verify: readonly WebhookGuard[] | 'none';
  /** The maximum size of a delivery in bytes. @defaultValue `65_536` */
  readonly maxBodyBytes?: number | undefined;
  /**
   * The time limit for the response to a delivery in milliseconds. The API specification advises under 5 seconds.
   * @defaultValue `4_000`
   */
  readonly responseTimeout?: number | undefined;
  /**
   * The time limit of the event handlers in milliseconds. After it, `signal` aborts, and a retry of the delivery can run them
   * again.
   * @defaultValue `60_000`
   */
  readonly handlerTimeout?: number | undefined;
  /**
   * Whether this process drops repeats of an event, and handles the events of one order one after another. Events with one name and no ID
   * also wait for each other. It remembers the last 10,000 handled events for 10 minutes. A repeat of an event that is being handled waits
   * for its outcome.
   *
   * With `false`, each delivery runs your event handlers at once. Set it if they only add to a queue. `consumers` receive every
   * delivery in any case.
   * @defaultValue `true`
   */
  readonly deduplicate?: boolean | undefined;
  /** Event handlers by event name. */
  readonly on?: WebhookEventHandlers<Context> | undefined;
  /** Handles every event, after the handler of `on` or `onUnknown`. */
  readonly onAny?: WebhookEventHandler<WebhookEvent, Context> | undefined;
  /**
   * Receive every event at the same time as your event handlers, such as an order feed: `consumers: [feed]`. A delivery is handled
   * when all of them and your event handlers have handled it.
   */
  readonly consumers?: readonly WebhookConsumer<Context>[] | undefined;
  /** Handles events that are not documented, and order events without an order ID. */
  readonly onUnknown?: WebhookEventHandler<UnknownWebhookEvent, Context> | undefined;
  /**
   * Receives every error. The sender of the delivery only sees a status.
   * @defaultValue Logs the error, but rejected deliveries only once per reason
   */
  readonly onError?: ((error: unknown, failure: WebhookFailure) => unknown) | undefined;
  /** Receives the log messages. @defaultValue `console` */
  readonly logger?: Pick<Logger, 'warn' | 'error'> | undefined;
}

export type GivenOptions = WebhookHandlerOptions & { readonly resolve?: WebhookResolve<object> | undefined };

export type HandlerSettings = ReturnType<typeof handlerSettings>;

/** Checks the options and adds the defaults. @throws {@link RequestValidationError} that lists every invalid option */
export function handlerSettings(given: GivenOptions) {
  const { verify, ...settings } = readOptions('The webhook handler was not created', given, (option) => ({
    verify: option('verify', checkGuards),
    resolve: option('resolve', checkFunction, undefined),
    maxBodyBytes: option('maxBodyBytes', checkLimit, 65_536),
    responseTimeout: option('responseTimeout', checkLimit, 4_000),
    handlerTimeout: option('handlerTimeout', checkLimit, 60_000),
    deduplicate: option('deduplicate', checkFlag, true),
    on: option('on', checkHandlers, {}),
    onAny: option('onAny', checkFunction, undefined),
    consumers: option('consumers', checkConsumers, []),
    onUnknown: option('onUnknown', checkFunction, undefined),
    onError: option('onError', checkFunction, undefined),
    logger: option('logger', checkLogger, console),
  }));
  return { ...settings, verify: verify === 'none' ? [] : verify };
}

function checkGuards(verify: unknown): Verdict {
  const isList = Array.isArray(verify) && verify.length > 0;
  const areGuards = isList && verify.every((guard) => typeof guard === 'function');
  return verify === 'none' || areGuards || "must be a list with at least one guard, or 'none'";
}

function checkLimit(value: unknown): Verdict {
  return (isCount(value) && value <= maxTimerDelay) || `must be a whole number from 1 to ${maxTimerDelay}`;
}

function checkHandlers(on: unknown): Verdict {
  if (!isPlain(on)) return 'must be an object';
  return issuesIn(
    Object.fromEntries(
      Object.entries(on).map(([name, handler]) => [
        name,
        receiversOf(name)
          ? checkCallback(handler)
          : unknownName(name, eventNames, 'a documented event', 'Use onUnknown for others'),
      ]),
    ),
  );
}

function checkConsumers(consumers: unknown): Verdict {
  const areConsumers =
    Array.isArray(consumers) && consumers.every((consumer) => hasMethods(consumer, 'receive'));
  return areConsumers || 'must be a list of objects with the method receive, such as order feeds';
}

function checkLogger(logger: unknown): Verdict {
  return hasMethods(logger, 'warn', 'error') || 'must have the methods warn and error';
}
