import { checkCallback, checkEach, hasMethods, isCount, type Verdict } from '../../checks.js';
import type { OutletClient } from '../../client.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { isRecord } from '../../records.js';
import { maxTimerDelay } from '../../timers.js';
import type { Logger } from '../../transport/hooks.js';
import type { Deduplicator } from '../deduplication/deduplicator.js';
import { createMemoryDeduplicator } from '../deduplication/memory-deduplicator.js';
import type { WebhookGuard } from '../guards/guard.js';
import { type EventName, receiversOf } from '../parse/event-table.js';
import type { KnownWebhookEvent, UnknownWebhookEvent, WebhookEvent } from '../parse/events.js';

/** Handles an event. If it throws or rejects, the delivery gets 503, and the API delivers the event again. */
export type WebhookEventHandler<Event extends WebhookEvent, Context extends object> = (
  event: Event,
  context: WebhookHandlerContext<Context>,
) => unknown;

/** What an event handler gets besides the event: `signal`, and what `resolve` returned. */
export type WebhookHandlerContext<Context extends object> = Context & {
  /** Aborts after `handlerTimeout`, or if the claim of the delivery is lost. Then the result no longer counts. */
  readonly signal: AbortSignal;
};

/** Event handlers by the names of their events. */
export type WebhookEventHandlers<Context extends object> = {
  readonly [Name in EventName]?:
    | WebhookEventHandler<Extract<KnownWebhookEvent, { readonly event: Name }>, Context>
    | undefined;
};

/** What identifies the API key of a delivery: its client, or a `scope` of yours. */
export type WebhookScope = { readonly client: OutletClient } | { readonly scope: string };

/** What `resolve` usually returns. You can add fields for your event handlers. */
export interface WebhookContext {
  /** The client of the API key. */
  readonly client: OutletClient;
  /** Any stable id of the API key. Deliveries of different scopes are never duplicates. Default: a hash of the client's token. */
  readonly scope?: string | undefined;
}

/** Returns the API key of a delivery, as `client` or `scope`. Called after the guards. If it throws, the delivery gets 503. */
export type WebhookResolve<Context extends object> = (request: Request) => Context | Promise<Context>;

/** The step that failed. */
export type WebhookStep = 'verify' | 'read' | 'resolve' | 'deduplicate' | 'handle';

/** Where an error occurred. */
export interface WebhookFailure {
  /** The step that failed. */
  readonly step: WebhookStep;
  /** The event, if it was parsed. */
  readonly event: WebhookEvent | undefined;
}

/** Options of a webhook handler. Durations are in milliseconds: whole numbers from 1 to 2,147,483,647. */
export interface WebhookHandlerOptions<Context extends object = object> {
  /** Guards that every delivery must pass. Default: none, with a warning. */
  readonly verify?: readonly WebhookGuard[] | undefined;
  /** Remembers which deliveries were handled. Default: `createMemoryDeduplicator()`. */
  readonly deduplicator?: Deduplicator | undefined;
  /** The maximum size of a body in bytes. Default: 65,536. */
  readonly maxBodyBytes?: number | undefined;
  /** How long a response can take. The API specification advises under 5 seconds. Default: 4,000. */
  readonly responseTimeout?: number | undefined;
  /** How long the handlers of an event can take, before `signal` aborts and the claim is released. Default: 60,000. */
  readonly handlerTimeout?: number | undefined;
  /**
   * Whether the events of one order are handled one after another. Set `false` if your handlers keep the order themselves, as an
   * order feed does: it reads an order once for all events that wait. Default: `true`.
   */
  readonly sequential?: boolean | undefined;
  /** After how long another process can handle a delivery whose process has died. Default: 60,000. */
  readonly lease?: number | undefined;
  /**
   * How long a handled delivery is remembered. A merchant can republish events to recover, so do not remember them much longer
   * than the API repeats them. Default: 600,000.
   */
  readonly ttl?: number | undefined;
  /** Event handlers by event. */
  readonly on?: WebhookEventHandlers<Context> | undefined;
  /** Handles every event, after the handler of `on` or `onUnknown`. */
  readonly onAny?: WebhookEventHandler<WebhookEvent, Context> | undefined;
  /** Handles events that are not documented, or lack the id of their order. */
  readonly onUnknown?: WebhookEventHandler<UnknownWebhookEvent, Context> | undefined;
  /** Receives every error. The sender only gets a status. Default: logs the error with `logger.error`. */
  readonly onError?: ((error: unknown, failure: WebhookFailure) => unknown) | undefined;
  /** Where log lines go. Default: `console`. */
  readonly logger?: Pick<Logger, 'warn' | 'error'> | undefined;
}

type Options = WebhookHandlerOptions & { readonly resolve?: WebhookResolve<object> | undefined };

/** Options with defaults. */
export type HandlerSettings = ReturnType<typeof handlerSettings>;

/** Checks the options and adds the defaults. @throws RequestValidationError that lists every invalid option */
export function handlerSettings(given: Options) {
  const { responseTimeout = 4_000, handlerTimeout = 60_000, maxBodyBytes = 65_536 } = given;
  const { lease = 60_000, ttl = 600_000 } = given;
  const counts = { maxBodyBytes, responseTimeout, handlerTimeout, lease, ttl };
  const { verify, sequential = true, deduplicator = createMemoryDeduplicator() } = given;
  const { on = {}, logger = console } = given;
  const { onAny, onUnknown, onError, resolve } = given;
  const areGuards =
    verify === undefined || (Array.isArray(verify) && verify.every((guard) => typeof guard === 'function'));
  assertValid('The webhook handler was not created', {
    verify: areGuards || 'must be a list of guards',
    deduplicator: hasMethods(deduplicator, 'claim', 'renew', 'done', 'release') || 'must be a Deduplicator',
    sequential: typeof sequential === 'boolean' || 'must be a boolean',
    logger: hasMethods(logger, 'warn', 'error') || 'must have the methods warn and error',
    on: isRecord(on) || 'must be an object',
    ...checkEach(counts, checkCount),
    ...checkEach({ onAny, onUnknown, onError, resolve }, checkCallback),
    ...Object.fromEntries(
      Object.entries(on).map(([name, handler]) => [
        `on.${name}`,
        receiversOf(name) ? checkCallback(handler) : 'is not a documented event: use onUnknown',
      ]),
    ),
  });
  return { ...given, ...counts, deduplicator, sequential, on, logger };
}

function checkCount(value: unknown): Verdict {
  return (isCount(value) && value <= maxTimerDelay) || `must be a whole number from 1 to ${maxTimerDelay}`;
}
