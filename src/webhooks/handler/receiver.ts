import { OutletError } from '../../errors/outlet-error.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { WebhookParseError } from '../../errors/webhook-parse-error.js';
import { WebhookVerificationError } from '../../errors/webhook-verification-error.js';
import { isRecord } from '../../records.js';
import { untilAborted } from '../../timers.js';
import { DeliveryDeduplicator } from '../deduplication/delivery-deduplicator.js';
import { type DeliveryInfo, inOrder, passGuards, type WebhookGuard } from '../guards/guard.js';
import type { WebhookEvent } from '../parse/events.js';
import { parseWebhookEvent } from '../parse/parse-webhook-event.js';
import type { HandlerSettings, WebhookStep } from './handler-options.js';
import { Reporter } from './reporter.js';
import { readRequest } from './request-body.js';

/** A delivery that passed the guards and was read. */
interface Delivery {
  readonly request: Request;
  readonly body: string;
  readonly event: WebhookEvent;
  /** The current step. */
  step: WebhookStep;
  isHandled: boolean;
}

/** A method, because no function type can say that an event fits the handler of its name. */
type OwnHandler = { handle(event: WebhookEvent, context: object): unknown }['handle'];

/** Passes each delivery through its steps: guards, body, event, API key, deduplication, event handlers. */
export class Receiver {
  readonly #settings: HandlerSettings;
  readonly #guards: readonly WebhookGuard[];
  readonly #reporter: Reporter;
  readonly #deduplicator: DeliveryDeduplicator;

  constructor(settings: HandlerSettings) {
    this.#settings = settings;
    this.#guards = inOrder(settings.verify ?? []);
    this.#reporter = new Reporter(settings);
    this.#deduplicator = new DeliveryDeduplicator(settings, (error) =>
      this.#reporter.failed('deduplicate', error),
    );
  }

  async receive(request: Request, info: DeliveryInfo): Promise<Response> {
    if (methodOf(request) !== 'POST') return respond(405);
    const due = new AbortController();
    const timer = setTimeout(
      () => due.abort(new OutletError('The step was not done within responseTimeout.')),
      this.#settings.responseTimeout,
    );
    try {
      const delivery = await this.#accept(request, info, due.signal);
      if (delivery instanceof Response) return delivery;
      const outcome = this.#process(delivery, due.signal);
      this.#keepAlive(info, outcome, delivery.event);
      await untilAborted(outcome, due.signal).catch(() => {
        if (!delivery.isHandled) this.#reporter.late(delivery.step, delivery.event);
      });
      return respond(delivery.isHandled ? 200 : 503);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Checks and reads a delivery, or returns the response that rejects it. */
  async #accept(request: Request, info: DeliveryInfo, due: AbortSignal): Promise<Delivery | Response> {
    let step: WebhookStep = 'verify';
    try {
      if (!this.#settings.verify) this.#reporter.warnOnce(noGuards);
      await untilAborted(passGuards(this.#guards, request, info), due);
      step = 'read';
      const body = await readRequest(request, info, this.#settings.maxBodyBytes, due);
      return { request, body, event: parseWebhookEvent(body), step: 'resolve', isHandled: false };
    } catch (error) {
      this.#reporter.failed(step, error);
      return respond(statusOf(error));
    }
  }

  /** Handles a delivery, unless it was handled before. Never rejects. */
  async #process(delivery: Delivery, responseDue: AbortSignal): Promise<void> {
    const { request, body, event } = delivery;
    const { on, onAny, onUnknown, resolve } = this.#settings;
    const own: OwnHandler | undefined = event.event === 'unknown' ? onUnknown : on[event.event];
    try {
      if (!own && !onAny) return this.#acknowledge(delivery);
      const context = await resolve?.(request);
      const scope = resolve && (await scopeOf(context));
      delivery.step = 'deduplicate';
      const handle = async (signal: AbortSignal) => {
        delivery.step = 'handle';
        if (event.event === 'unknown' && event.reason === 'name') this.#reporter.unexpected(event);
        await own?.(event, { ...context, signal });
        signal.throwIfAborted();
        await onAny?.(event, { ...context, signal });
        // Set at once, so that a response in time says so, however long the deduplicator takes.
        delivery.isHandled = true;
      };
      delivery.isHandled = await this.#deduplicator.deliver({ event, body, scope, responseDue, handle });
    } catch (error) {
      this.#reporter.failed(delivery.step, error, event);
    }
  }

  /** Acknowledges an event that no handler is set for. If it lacks its id, `onError` must know of it. */
  #acknowledge(delivery: Delivery): void {
    const { event } = delivery;
    const isInvalid = event.event === 'unknown' && event.reason === 'shape';
    if (isInvalid) this.#reporter.failed('read', new OutletError(noId), event);
    else this.#reporter.unexpected(event);
    delivery.isHandled = !isInvalid || this.#settings.onError !== undefined;
  }

  #keepAlive(info: DeliveryInfo, outcome: Promise<void>, event: WebhookEvent): void {
    try {
      info.waitUntil?.(outcome);
    } catch (error) {
      this.#reporter.failed('handle', error, event);
    }
  }
}

const noGuards = 'Anybody who knows the URL of this webhook handler can send deliveries. Set verify.';
const noId = 'The id of the order is missing or empty. Set onUnknown to handle such events.';

/** Frameworks have requests of their own, and a handler that got one would seem to hang. */
function methodOf(request: Request): string {
  const isRequest =
    isRecord(request) && isRecord(request.headers) && typeof request.headers.get === 'function';
  const message = 'must be a Fetch-standard Request: use toNodeListener, or in Hono c.req.raw';
  assertValid('The delivery was not handled', { request: isRequest || message });
  return request.method;
}

/** Returns what identifies the API key, equal in all processes. */
async function scopeOf(context: unknown): Promise<string> {
  const { scope, client }: Record<string, unknown> = isRecord(context) ? context : {};
  if (typeof scope === 'string' && scope !== '') return scope;
  if (scope === undefined && isRecord(client) && typeof client.keyHash === 'function') {
    return String(await client.keyHash());
  }
  throw new OutletError(
    'resolve must return an object with `scope`, a non-empty string, or with `client`, an OutletClient.',
  );
}

/** The reasons that do not have the status of their class. */
const statuses: Readonly<Record<string, number>> = {
  'too-large': 413,
  stalled: 408,
  // Nothing is wrong with the delivery, so the API shall repeat it.
  'already-read': 503,
  'missing-secret': 401,
  'wrong-secret': 401,
};

/** Returns the status for an error. After an unexpected error, the API shall repeat the delivery. */
function statusOf(error: unknown): number {
  if (error instanceof WebhookParseError) return statuses[error.reason] ?? 400;
  return error instanceof WebhookVerificationError ? (statuses[error.reason] ?? 403) : 503;
}

/** Returns a response without details for the sender. Only 200 acknowledges. Specification: "Events", rule 5. */
function respond(status: number): Response {
  return new Response(null, { status, headers: status === 405 ? { allow: 'POST' } : {} });
}
