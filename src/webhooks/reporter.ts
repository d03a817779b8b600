import { isOutletError, isWebhookParseError, isWebhookVerificationError } from '../errors/guards.js';
import type { WebhookEvent } from './events.js';
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
    else if (isWebhookParseError(error) || isWebhookVerificationError(error))
      this.once(error.message, error.reason);
    else {
      const why = isOutletError(error) ? error.message : 'onError would be passed what it threw.';
      aside(() => logger.error(`outlet-open-api: ${subject(event)}: ${step} failed. ${why}`));
    }
  }

  unexpected(event: WebhookEvent): void {
    const why = event.event === 'unknown' ? reasons[event.reason] : 'nothing handles it';
    this.once(`${subject(event)} was acknowledged, though ${why}.`);
  }

  slow(event: WebhookEvent): void {
    this.once(`${subject(event)} was not handled within ackWithin and answered 503. Its handler runs on.`);
  }

  /** Warns of what is likely to come again: once, though it be in other words. */
  once(message: string, about = message): void {
    if (this.#told.has(about) || this.#told.size >= mostTold) return;
    this.#told.add(about);
    aside(() => this.#settings.logger.warn(`outlet-open-api: ${message}`));
  }
}

/** Names come from outside, so that there can be any number of them. */
const mostTold = 100;

const reasons = {
  name: 'no event has this name',
  shape: 'it lacks a documented field',
  'use-case': 'keys of this use case do not receive it',
};

function subject(event: WebhookEvent | undefined): string {
  return `Webhook event ${event ? shownName(event.event === 'unknown' ? event.name : event.event) : ''}`.trim();
}

/** Calls what the user gave; what it throws, then or later, disturbs nothing. */
function aside(call: () => unknown): void {
  new Promise((resolve) => resolve(call())).catch(() => {});
}
