import type { WorkMessage } from '../../diagnostics/channels.js';
import { OutletError } from '../../errors/outlet-error.js';
import { callSafely, writeLog } from '../../logger.js';
import { WebhookVerificationError } from '../guards/webhook-verification-error.js';
import { printable } from '../parse/event-table.js';
import type { WebhookEvent } from '../parse/events.js';
import { WebhookParseError } from '../parse/webhook-parse-error.js';
import type { HandlerSettings, WebhookStep } from './handler-options.js';

/** The number of different warnings after which unknown names are no longer logged. Anybody can send made-up names. */
const maxWarnings = 100;

/** The time between two warnings of late deliveries, in milliseconds. */
const lateInterval = 600_000;

/** Reports errors and unexpected events to `onError` and the logger. */
export class DeliveryReporter {
  readonly #settings: HandlerSettings;
  /** Messages that are logged only once. */
  readonly #logged = new Set<string>();
  /** When a late delivery was logged, and how many were late since. */
  readonly #late = { loggedAt: Number.NEGATIVE_INFINITY, others: 0 };

  constructor(settings: HandlerSettings) {
    this.#settings = settings;
  }

  failed(step: WebhookStep, error: unknown, event?: WebhookEvent): void {
    const { onError, logger } = this.#settings;
    if (onError) callSafely(() => onError(error, { step, event }));
    // Anybody can cause these errors any number of times.
    else if (error instanceof WebhookParseError || error instanceof WebhookVerificationError)
      this.warnOnce(`${error.message} Others with this reason are not logged: set onError.`, error.reason);
    else {
      const details = error instanceof Object ? error : { error };
      const id = event?.id && /^[\w.:-]{1,100}$/.test(event.id) ? ` ${event.id}` : '';
      const subject = event ? `The webhook event ${nameOf(event)}${id}` : 'A webhook delivery';
      const name = error instanceof Error ? ` with ${error.name}` : '';
      writeLog(logger, 'error', `${subject} failed${name} in the step "${step}"`, details);
    }
  }

  /** Warns of an event that is not documented, or is acknowledged without a handler. */
  unexpected(event: WebhookEvent): void {
    const subject = `The webhook event ${nameOf(event)}`;
    if (event.event !== 'unknown')
      this.warnOnce(`${subject} was acknowledged, although no handler is set for it. Add one to \`on\`.`);
    else if (this.#logged.size < maxWarnings)
      this.warnOnce(`${subject} is not documented. A newer version of this package may know it.`);
  }

  /**
   * Reports that the response was due before the delivery was handled.
   * @param hasHandlers - whether event handlers run, and not only consumers
   */
  late(step: WebhookStep, event: WebhookEvent, hasHandlers: boolean): void {
    const message = `The webhook event ${nameOf(event)} got 503 after responseTimeout, in the step "${step}". The API repeats it several times.`;
    // It is normal that one delivery waits for another, and that an order feed waits for the rate limit after many events.
    if (step === 'deduplicate' || !hasHandlers) this.#warnOfLate(message);
    else this.failed(step, new OutletError(`${message} If this happens often, queue events.`), event);
  }

  /** Logs one warning per interval, with the number of the others. */
  #warnOfLate(message: string): void {
    const now = performance.now();
    const { loggedAt, others } = this.#late;
    if (now - loggedAt < lateInterval) {
      this.#late.others += 1;
      return;
    }
    const suffix = others > 0 ? ` ${others} others were late since the last such line.` : '';
    Object.assign(this.#late, { loggedAt: now, others: 0 });
    writeLog(this.#settings.logger, 'warn', message + suffix);
  }

  /** Logs a warning once. Warnings with the same `about` count as one. */
  warnOnce(message: string, about = message): void {
    if (this.#logged.has(about)) return;
    this.#logged.add(about);
    writeLog(this.#settings.logger, 'warn', message);
  }
}

function nameOf(event: WebhookEvent): string {
  return printable(event.event === 'unknown' ? event.name : event.event);
}

/**
 * A webhook delivery: `outlet-open-api:webhook:start`, then `:webhook:end`.
 * @inline
 */
export interface WebhookMessage extends WorkMessage {
  /** The name of the event, if it is documented; `unknown` for other events; `undefined` if the delivery was rejected before. */
  event: string | undefined;
  /**
   * What became of the delivery. `duplicate`: it was handled before. `ignored`: no handler is set for it. `late`: the handler needs
   * longer than `responseTimeout`. `failed`: `error` says why. `rejected`: a guard or its content failed.
   */
  result: 'handled' | 'duplicate' | 'ignored' | 'late' | 'failed' | 'rejected' | undefined;
  /** The HTTP status of the response. */
  status: number | undefined;
}
