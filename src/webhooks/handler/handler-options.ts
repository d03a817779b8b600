import type { OutletClient } from '../../client.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { isCount } from '../../is-count.js';
import { isRecord } from '../../records.js';
import { maxTimerDelay } from '../../timers.js';
import type { Logger } from '../../transport/hooks.js';
import type { Deduplicator } from '../deduplication/deduplicator.js';
import { createMemoryDeduplicator } from '../deduplication/memory-deduplicator.js';
import type { WebhookGuard } from '../guards/guard.js';
import { describeEvent, type EventName } from '../parse/event-table.js';
import type { KnownWebhookEvent, UnknownWebhookEvent, WebhookEvent } from '../parse/events.js';
import { shownName } from './shown-name.js';

/** What handles an event. The delivery is acknowledged once it has returned, and comes again where it throws. */
export type WebhookEventHandler<Event extends WebhookEvent, Context extends object> = (
  event: Event,
  context: Context,
) => unknown;

/** Handlers by the names of their events. */
export type WebhookEventHandlers<Context extends object> = {
  readonly [Name in EventName]?:
    | WebhookEventHandler<Extract<KnownWebhookEvent, { readonly event: Name }>, Context>
    | undefined;
};

/** What `resolve` gives and every handler is passed: usually the client of the key, and whatever else you put in. */
export interface WebhookContext {
  readonly client: OutletClient;
  /** Tells apart deliveries of several outlets that would look the same. */
  readonly scope?: string | undefined;
}

/**
 * Tells which key a delivery belongs to. It is asked once the delivery is let in and read; where it throws, 503 is answered. A text
 * `scope` in what it gives keeps apart deliveries of several outlets.
 */
export type WebhookResolve<Context extends object> = (request: Request) => Context | Promise<Context>;

/** What was being done when an error came. */
export type WebhookStep = 'verify' | 'read' | 'resolve' | 'deduplicate' | 'handle';

/** Where an error comes from. */
export interface WebhookFailure {
  readonly step: WebhookStep;
  /** The event, where it is known already. */
  readonly event: WebhookEvent | undefined;
}

/** How deliveries are received. All times are in milliseconds. */
export interface WebhookHandlerOptions<Context extends object = object> {
  /** Who is let in. Without guards it is everybody who finds the address. Default: none, with a warning. */
  readonly verify?: readonly WebhookGuard[] | undefined;
  /** Remembers what was handled. Default: `createMemoryDeduplicator()`. */
  readonly deduplicator?: Deduplicator | undefined;
  /** How large a body can be, in bytes. Default: 65,536. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * After which an answer is given, come what may: 503 where a handler is not done, 408 where the body is not here. The service
   * advises 5 seconds. Default: 4,000.
   */
  readonly responseTimeout?: number | undefined;
  /** After which a delivery whose process died can be handled by another one. Default: 60,000. */
  readonly lease?: number | undefined;
  /**
   * How long a handled delivery is remembered. Not much longer than the service repeats it: a merchant who has events sent again
   * wants them handled again, and they can look the same. Default: 600,000.
   */
  readonly ttl?: number | undefined;
  /** Handlers by event. */
  readonly on?: WebhookEventHandlers<Context> | undefined;
  /** Handles every event, unknown ones too, after its own handler. */
  readonly onAny?: WebhookEventHandler<WebhookEvent, Context> | undefined;
  /** Handles events that are not documented, or not of the documented shape. */
  readonly onUnknown?: WebhookEventHandler<UnknownWebhookEvent, Context> | undefined;
  /**
   * Hears of every error: of guards, reading, `resolve`, handlers and the deduplicator. The sender hears none of it. Without it,
   * what went wrong is logged, but not what a handler threw: that can hold anything.
   */
  readonly onError?: ((error: unknown, failure: WebhookFailure) => unknown) | undefined;
  /** Where log lines go. Default: `console`. */
  readonly logger?: Pick<Logger, 'warn' | 'error'> | undefined;
}

type Options = WebhookHandlerOptions & { readonly resolve?: WebhookResolve<object> | undefined };
type Defaulted = 'deduplicator' | 'maxBodyBytes' | 'responseTimeout' | 'lease' | 'ttl' | 'on' | 'logger';

/** Options of a handler that need no further look. */
export type HandlerSettings = Options & { readonly [Name in Defaulted]: NonNullable<Options[Name]> };

/** Checks the options of a handler and completes them; throws an `RequestValidationError` that names every wrong one. */
export function handlerSettings(given: Options): HandlerSettings {
  const options = {
    ...given,
    verify: Array.isArray(given.verify) ? [...given.verify] : given.verify,
    deduplicator: given.deduplicator ?? createMemoryDeduplicator(),
    maxBodyBytes: given.maxBodyBytes ?? 65_536,
    responseTimeout: given.responseTimeout ?? 4_000,
    lease: given.lease ?? 60_000,
    ttl: given.ttl ?? 600_000,
    on: { ...given.on },
    logger: given.logger ?? console,
  };
  const { verify, on, deduplicator, logger } = options;
  const each = (names: readonly (keyof typeof options)[], verdict: (value: unknown) => true | string) =>
    Object.fromEntries(names.map((name) => [name, verdict(options[name])]));
  assertValid(refused, {
    verify:
      verify === undefined ||
      (Array.isArray(verify) && verify.every(isFunction)) ||
      'must be a list of guards',
    deduplicator: hasMethods(deduplicator, 'claim', 'renew', 'done', 'release') || 'must be a Deduplicator',
    logger: hasMethods(logger, 'warn', 'error') || 'must have the methods warn and error',
    ...each(['maxBodyBytes', 'responseTimeout', 'lease', 'ttl'], countVerdict),
    ...each(['onAny', 'onUnknown', 'onError', 'resolve'], functionVerdict),
    on: given.on === undefined || isRecord(given.on) || 'must hold handlers by the names of their events',
    ...Object.fromEntries(
      Object.entries(on).map(([name, handler]) => [`on.${shownName(name)}`, eventVerdict(name, handler)]),
    ),
  });
  return options;
}

/** What is said of options that are wrong. */
const refused = 'The webhook handler cannot be made';

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function hasMethods(value: unknown, ...names: string[]): boolean {
  return isRecord(value) && names.every((name) => isFunction(value[name]));
}

function countVerdict(value: unknown): true | string {
  return (isCount(value) && value <= maxTimerDelay) || `must be a whole number from 1 to ${maxTimerDelay}`;
}

function functionVerdict(value: unknown): true | string {
  return value === undefined || isFunction(value) || 'must be a function';
}

function eventVerdict(name: string, handler: unknown): true | string {
  return describeEvent(name) ? functionVerdict(handler) : 'is no documented event: see onUnknown';
}
