import { untilAborted } from '../../cancellation.js';
import { isText } from '../../checks.js';
import { observe } from '../../diagnostics/channels.js';
import type { WebhookMessage } from '../../diagnostics/messages.js';
import { OutletError } from '../../errors/outlet-error.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { callSafely } from '../../logger.js';
import { isRecord } from '../../records.js';
import { type Delivery, DeliveryDeduplicator } from '../deduplication/delivery-deduplicator.js';
import { type DeliveryInfo, passGuards } from '../guards/guard.js';
import { WebhookVerificationError } from '../guards/webhook-verification-error.js';
import type { WebhookEvent } from '../parse/events.js';
import { parseWebhookEvent } from '../parse/parse-webhook-event.js';
import { WebhookParseError } from '../parse/webhook-parse-error.js';
import { DeliveryReporter } from './delivery-reporter.js';
import type { HandlerSettings, WebhookStep } from './handler-options.js';
import { readRequest } from './request-body.js';

interface Progress extends Delivery {
  step: WebhookStep;
  /** `undefined` while the delivery is being handled. */
  result: WebhookMessage['result'];
  error?: unknown;
}

/** What became of a delivery. */
type DeliveryResult = Pick<WebhookMessage, 'event' | 'result' | 'error'> & { readonly status: number };

/** A method, because no function type can say that an event fits the handler of its name. */
type OwnHandler = { handle(event: WebhookEvent, context: object): unknown }['handle'];

/** Passes each delivery through its steps: guards, body, event, API key, deduplication, event handlers. */
export class Receiver {
  readonly #settings: HandlerSettings;
  readonly #reporter: DeliveryReporter;
  readonly #deduplicator: DeliveryDeduplicator;

  constructor(settings: HandlerSettings) {
    this.#settings = settings;
    this.#reporter = new DeliveryReporter(settings);
    const onFault = (error: unknown) => this.#reporter.failed('deduplicate', error);
    this.#deduplicator = new DeliveryDeduplicator(settings, onFault);
  }

  async receive(request: Request, info: DeliveryInfo): Promise<Response> {
    // Frameworks have their own request classes. Without this check, the handler would seem to hang.
    const isRequest = typeof request?.headers?.get === 'function';
    const message = 'must be a Fetch-standard Request: use toNodeListener, or in Hono c.req.raw';
    assertValid('The delivery was not handled', { request: isRequest || message });
    const delivery: WebhookMessage = {
      run: (work) => work(),
      event: undefined,
      result: undefined,
      status: undefined,
    };
    return observe('webhook', delivery, async () => {
      const result = await this.#handle(request, info);
      Object.assign(delivery, result);
      return respond(result.status);
    });
  }

  /** Handles a delivery until its response is due. */
  async #handle(request: Request, info: DeliveryInfo): Promise<DeliveryResult> {
    if (request.method !== 'POST') return rejected(405);
    const due = new AbortController();
    const onDue = () => due.abort(new OutletError('The step took longer than responseTimeout.'));
    const timer = setTimeout(onDue, this.#settings.responseTimeout);
    try {
      const delivery = await this.#accept(request, info, due.signal);
      if ('status' in delivery) return delivery;
      const { event } = delivery;
      const processed = this.#process(delivery, request);
      callSafely(
        () => info.waitUntil?.(processed),
        (error) => this.#reporter.failed('handle', error, event),
      );
      await untilAborted(processed, due.signal).catch(() => {
        if (!delivery.result) this.#reporter.late(delivery.step, event);
      });
      const { result = 'late', error } = delivery;
      const isHandled = result !== 'late' && result !== 'failed';
      return { event: event.event, result, status: isHandled ? 200 : 503, error };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Checks and reads a delivery, or returns why it is rejected. */
  async #accept(
    request: Request,
    info: DeliveryInfo,
    responseDue: AbortSignal,
  ): Promise<Progress | DeliveryResult> {
    const { verify, maxBodyBytes } = this.#settings;
    let step: WebhookStep = 'verify';
    try {
      if (!verify) this.#reporter.warnOnce(noGuards);
      await untilAborted(passGuards(verify ?? [], request, info), responseDue);
      step = 'read';
      const body = await readRequest(request, info, maxBodyBytes, responseDue);
      return { event: parseWebhookEvent(body), body, responseDue, step: 'resolve', result: undefined };
    } catch (error) {
      this.#reporter.failed(step, error);
      return rejected(statusOf(error));
    }
  }

  /** Handles a delivery, unless it was handled before. Never rejects. */
  async #process(delivery: Progress, request: Request): Promise<void> {
    const { event } = delivery;
    const { on, onAny, onUnknown, resolve } = this.#settings;
    const own: OwnHandler | undefined = event.event === 'unknown' ? onUnknown : on[event.event];
    try {
      if (!own && !onAny) return this.#acknowledge(delivery);
      const context = resolve && (await withScope(await resolve(request)));
      // Without `resolve`, each API key has its own webhook URL.
      const scope = context?.scope ?? request.url;
      delivery.step = 'deduplicate';
      const isHandled = await this.#deduplicator.deliver(delivery, scope, async (signal) => {
        delivery.step = 'handle';
        if (event.event === 'unknown' && event.reason === 'name') this.#reporter.unexpected(event);
        await own?.(event, { ...context, signal });
        signal.throwIfAborted();
        await onAny?.(event, { ...context, signal });
        // Set at once, so that the response is 200 even if the deduplicator is slow.
        delivery.result = 'handled';
      });
      delivery.result ??= isHandled ? 'duplicate' : 'late';
    } catch (error) {
      if (!delivery.result) delivery.error = error;
      delivery.result ??= 'failed';
      this.#reporter.failed(delivery.step, error, event);
    }
  }

  /** Acknowledges an event without a handler. If the event lacks its id, throws, and acknowledges it only for `onError`. */
  #acknowledge(delivery: Progress): void {
    const { event } = delivery;
    if (event.event === 'unknown' && event.reason === 'shape') {
      delivery.step = 'read';
      if (this.#settings.onError) delivery.result = 'ignored';
      throw new OutletError(noId);
    }
    this.#reporter.unexpected(event);
    delivery.result = 'ignored';
  }
}

const noGuards = 'Anybody who knows the URL of this webhook handler can send deliveries. Set verify.';
const noId = 'The id of the order is missing or empty. Set onUnknown to handle such events.';

/** Adds the scope, an ID of the API key that is equal in all processes, to the result of `resolve`. */
async function withScope(context: unknown): Promise<{ readonly scope: string }> {
  const fields = isRecord(context) ? context : {};
  const { scope, outlet } = fields;
  if (isText(scope)) return { ...fields, scope };
  if (scope === undefined && isRecord(outlet) && typeof outlet.keyHash === 'function')
    return { ...fields, scope: String(await outlet.keyHash()) };
  throw new OutletError(
    'resolve must return an object with `scope`, a non-empty string, or with `outlet`, an OutletClient.',
  );
}

/** The statuses of reasons that differ from the status of their class. */
const statuses: Readonly<Record<string, number>> = {
  'too-large': 413,
  stalled: 408,
  // Nothing is wrong with the delivery, so the API should repeat it.
  'already-read': 503,
  'missing-secret': 401,
  'wrong-secret': 401,
};

/** Returns the status for an error. After an unexpected error, the API should repeat the delivery. */
function statusOf(error: unknown): number {
  if (error instanceof WebhookParseError) return statuses[error.reason] ?? 400;
  return error instanceof WebhookVerificationError ? (statuses[error.reason] ?? 403) : 503;
}

function rejected(status: number): DeliveryResult {
  return { event: undefined, result: 'rejected', status };
}

/** Returns a response without details for the sender. Only 200 acknowledges. API specification: Events, rule 5. */
function respond(status: number): Response {
  return new Response(null, { status, headers: status === 405 ? { allow: 'POST' } : {} });
}
