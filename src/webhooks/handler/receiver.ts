import { OutletError } from '../../errors/outlet-error.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { isRecord } from '../../records.js';
import { untilAborted } from '../../timers.js';
import { DeliveryDeduplicator } from '../deduplication/delivery-deduplicator.js';
import { deliveryKey } from '../deduplication/delivery-key.js';
import { type DeliveryInfo, inOrder, passGuards, type WebhookGuard } from '../guards/guard.js';
import type { WebhookEvent } from '../parse/events.js';
import { parseWebhookEvent } from '../parse/parse-webhook-event.js';
import type { HandlerSettings, WebhookStep } from './handler-options.js';
import { Reporter } from './reporter.js';
import { readRequest } from './request-body.js';
import { answer, statusOf } from './responses.js';

/** A delivery that was let in and read. */
interface Delivery {
  readonly request: Request;
  readonly body: string;
  readonly event: WebhookEvent;
  /** What is being done with it. */
  step: WebhookStep;
}

/** The handler that an event was looked up for: a method, because no function type says that the two belong together. */
type OwnHandler = { handle(event: WebhookEvent, context: object): unknown }['handle'];

/** The way of a delivery: guards, body, event; then who it is for, whether it was handled already, and its handlers. */
export class Receiver {
  readonly #settings: HandlerSettings;
  readonly #guards: readonly WebhookGuard[];
  readonly #reporter: Reporter;
  readonly #desk: DeliveryDeduplicator;

  constructor(settings: HandlerSettings) {
    this.#settings = settings;
    this.#guards = inOrder(settings.verify ?? []);
    this.#reporter = new Reporter(settings);
    this.#desk = new DeliveryDeduplicator(settings, (error) => this.#reporter.failed('deduplicate', error));
  }

  async receive(request: Request, info: DeliveryInfo): Promise<Response> {
    if (methodOf(request) !== 'POST') return answer(405);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(tooSlow()), this.#settings.responseTimeout);
    try {
      const delivery = await this.#take(request, info, limit.signal);
      if (delivery instanceof Response) return delivery;
      const handled = this.#handle(delivery, limit.signal);
      this.#keepAlive(info, handled, delivery.event);
      const isHandled = await untilAborted(handled, limit.signal).catch(() =>
        this.#reporter.slow(delivery.step, delivery.event),
      );
      return answer(isHandled ? 200 : 503);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Lets a delivery in and reads it, or refuses it. */
  async #take(request: Request, info: DeliveryInfo, signal: AbortSignal): Promise<Delivery | Response> {
    let step: WebhookStep = 'verify';
    try {
      if (!this.#settings.verify) this.#reporter.once(noGuards);
      await untilAborted(passGuards(this.#guards, request, info), signal);
      step = 'read';
      const body = await readRequest(request, info, this.#settings.maxBodyBytes, signal);
      return { request, body, event: parseWebhookEvent(body), step: 'resolve' };
    } catch (error) {
      this.#reporter.failed(step, error);
      return answer(statusOf(error));
    }
  }

  /** Whether a delivery was handled, now or before. It never rejects. */
  async #handle(delivery: Delivery, answerDue: AbortSignal): Promise<boolean> {
    const { request, body, event } = delivery;
    try {
      const context: unknown = (await this.#settings.resolve?.(request)) ?? {};
      if (!isContext(context)) throw new OutletError('It must give an object, in which scope is a text.');
      delivery.step = 'deduplicate';
      const key = await deliveryKey(event, body, context.scope);
      const comesOnce = event.updatedAt !== undefined;
      const handle = () => this.#dispatch(delivery, context);
      return await this.#desk.deliver({ key, comesOnce, handle, answerDue });
    } catch (error) {
      this.#reporter.failed(delivery.step, error, event);
      return false;
    }
  }

  /** Passes an event to everybody who handles it, one after the other. */
  async #dispatch(delivery: Delivery, context: object): Promise<boolean> {
    const { event } = delivery;
    delivery.step = 'handle';
    const { on, onAny, onUnknown } = this.#settings;
    const own: OwnHandler | undefined = event.event === 'unknown' ? onUnknown : on[event.event];
    if (event.event === 'unknown' || !(own ?? onAny)) this.#reporter.unexpected(event);
    try {
      await own?.(event, context);
      await onAny?.(event, context);
      return true;
    } catch (error) {
      this.#reporter.failed('handle', error, event);
      return false;
    }
  }

  #keepAlive(info: DeliveryInfo, handled: Promise<boolean>, event: WebhookEvent): void {
    try {
      info.waitUntil?.(handled);
    } catch (error) {
      this.#reporter.failed('handle', error, event);
    }
  }
}

const noGuards = 'Everybody who finds the address of this webhook handler is let in. Pass guards as verify.';

function tooSlow(): OutletError {
  return new OutletError('A guard took longer than responseTimeout.');
}

const refused = 'The delivery was not handled';

/** Frameworks pass what they have. Left to itself, a handler that got the wrong thing would never be seen to answer. */
function methodOf(request: Request): string {
  const isRequest =
    isRecord(request) && isRecord(request.headers) && typeof request.headers.get === 'function';
  const message = 'must be a Request of the Fetch standard: use toNodeListener, or in Hono c.req.raw';
  assertValid(refused, { request: isRequest || message });
  return request.method;
}

function isContext(value: unknown): value is { readonly scope?: string | undefined } {
  return isRecord(value) && (value.scope === undefined || typeof value.scope === 'string');
}
