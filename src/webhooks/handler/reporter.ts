import { isOutletError, OutletError } from '../../errors/outlet-error.js';
import { WebhookParseError } from '../../errors/webhook-parse-error.js';
import { WebhookVerificationError } from '../../errors/webhook-verification-error.js';
import type { WebhookEvent } from '../parse/events.js';
import type { HandlerSettings, WebhookStep } from './handler-options.js';
import { shownName } from './shown-name.js';

/** Tells the user what went wrong, and what came that nobody waited for. */
export class Reporter {
  readonly #settings: Pick<HandlerSettings, 'onError' | 'logger'>;
  /** What is told once only. */
  readonly #told = new Set<string>();

  constructor(settings: Pick<HandlerSettings, 'onError' | 'logger'>) {
    this.#settings = settings;
  }

  failed(step: WebhookStep, error: unknown, event?: WebhookEvent): void {
    const { onError, logger } = this.#settings;
    if (onError) aside(() => onError(error, { step, event }));
    // Anybody can send these, and as many as they like.
    else if (error instanceof WebhookParseError || error instanceof WebhookVerificationError)
      this.once(error.message, error.reason);
    else {
      const why = isOutletError(error) ? error.message : 'onError would be passed what it threw.';
      aside(() => logger.error(`outlet-open-api: ${subject(event)}: ${step} failed. ${why}`));
    }
  }

  unexpected(event: WebhookEvent): void {
    // Anybody can make up names, and as many as they like.
    if (event.event === 'unknown' && this.#told.size >= mostTold) return;
    const why = event.event === 'unknown' ? reasons[event.reason] : 'nothing handles it';
    this.once(`${subject(event)} was acknowledged, though ${why}.`);
  }

  /** A delivery was answered 503, as time was up. */
  slow(step: WebhookStep, event: WebhookEvent): void {
    const message = `${subject(event)} was answered 503 after responseTimeout: ${slowness[step]}.`;
    // A delivery that waits for another one of the same event is nothing out of the ordinary.
    if (step === 'deduplicate' || !this.#settings.onError) this.once(message);
    else this.failed(step, new OutletError(message), event);
  }

  /** Warns of what is likely to come again: once, though it be in other words. */
  once(message: string, about = message): void {
    if (this.#told.has(about)) return;
    this.#told.add(about);
    aside(() => this.#settings.logger.warn(`outlet-open-api: ${message}`));
  }
}

/** So many things are told once, before names that nobody knows are told no more. */
const mostTold = 100;

const reasons = {
  name: 'no event has this name',
  shape: 'it lacks a documented field',
  'use-case': 'keys of this use case do not receive it',
};

const slowness: Readonly<Record<string, string>> = {
  resolve: 'resolve was not done',
  deduplicate: 'another delivery of it is being handled, or the deduplicator was not done',
  handle: 'its handler was not done, and runs on',
};

function subject(event: WebhookEvent | undefined): string {
  return `Webhook event ${event ? shownName(event.event === 'unknown' ? event.name : event.event) : ''}`.trim();
}

/** Calls what the user gave; what it throws, then or later, disturbs nothing. */
function aside(call: () => unknown): void {
  new Promise((resolve) => resolve(call())).catch(() => {});
}
