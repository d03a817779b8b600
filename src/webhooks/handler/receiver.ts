import { untilAborted } from '../../cancellation.js';
import { observe } from '../../diagnostics/channels.js';
import { OutletError } from '../../errors/outlet-error.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { isRecord } from '../../json.js';
import { callSafely } from '../../logger.js';
import { isText } from '../../options/checks.js';
import { type DeliveryInfo, passGuards } from '../guards/guard.js';
import { WebhookVerificationError } from '../guards/webhook-verification-error.js';
import type { WebhookEvent } from '../parse/events.js';
import { parseWebhookEvent } from '../parse/parse-webhook-event.js';
import { WebhookParseError } from '../parse/webhook-parse-error.js';
import { type Delivery, DeliveryDeduplicator, type Run } from './delivery-deduplicator.js';
import type { WebhookMessage } from './delivery-reporter.js';
import { DeliveryReporter } from './delivery-reporter.js';
import type { HandlerSettings, WebhookResolve, WebhookStep } from './handler-options.js';
import { readRequest } from './request-body.js';

/** What became of a delivery. */
type Outcome = Pick<WebhookMessage, 'result' | 'error'>;
type DeliveryResult = Outcome & Pick<WebhookMessage, 'event'> & { readonly status: number };

/** Declared as a method, because methods are bivariant: the handler of one event is assignable. */
type OwnHandler = { handle(event: WebhookEvent, context: object): unknown }['handle'];

/** Passes each delivery through its steps: guards, body, event, API key, deduplication, event handlers. */
export class Receiver {
  readonly #settings: HandlerSettings;
  readonly #reporter: DeliveryReporter;
  readonly #deduplicator: DeliveryDeduplicator;

  constructor(settings: HandlerSettings) {
    this.#settings = settings;
    this.#reporter = new DeliveryReporter(settings);
    this.#deduplicator = new DeliveryDeduplicator(settings);
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
      // Without details for the sender. Only 200 acknowledges. API specification: Events, rule 5.
      const headers = result.status === 405 ? { allow: 'POST' } : {};
      return new Response(null, { status: result.status, headers });
    });
  }

  /** Checks and reads a delivery, and handles it. Returns what became of it, at the latest when the response is due. */
  async #handle(request: Request, info: DeliveryInfo): Promise<DeliveryResult> {
    const { verify, maxBodyBytes, responseTimeout } = this.#settings;
    if (request.method !== 'POST') return rejected(405);
    const due = new AbortController();
    const onDue = () => due.abort(new OutletError('The step took longer than responseTimeout.'));
    const timer = setTimeout(onDue, responseTimeout);
    let step: WebhookStep = 'verify';
    try {
      await untilAborted(passGuards(verify, request, info), due.signal);
      step = 'read';
      const body = await readRequest(request, info, maxBodyBytes, due.signal);
      const event = parseWebhookEvent(body);
      const outcome = await this.#process({ event, body, responseDue: due.signal }, request, info);
      const isHandled = outcome.result !== 'late' && outcome.result !== 'failed';
      return { ...outcome, event: event.event, status: isHandled ? 200 : 503 };
    } catch (error) {
      this.#reporter.failed(step, error);
      return rejected(statusOf(error));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Handles a delivery, unless it was handled before. Never rejects. */
  async #process(delivery: Delivery, request: Request, info: DeliveryInfo): Promise<Outcome> {
    const { event, responseDue } = delivery;
    const { on, onAny, onUnknown, consumers, resolve } = this.#settings;
    const own: OwnHandler | undefined = event.event === 'unknown' ? onUnknown : on[event.event];
    const hasHandlers = own !== undefined || onAny !== undefined;
    if (!hasHandlers && consumers.length === 0) return this.#acknowledge(event);
    let step: WebhookStep = 'resolve';
    const failed = (error: unknown, failedStep = step): Outcome => {
      this.#reporter.failed(failedStep, error, event);
      return { result: 'failed', error };
    };
    /** A handler that fails after the response is reported too. */
    const follow = ({ handled, ended }: Run): Promise<Outcome> => {
      callSafely(
        () => info.waitUntil?.(ended),
        (error) => void failed(error),
      );
      return handled.then(
        () => ({ result: 'handled' }),
        (error: unknown) => failed(error, 'handle'),
      );
    };
    try {
      const context = resolve && (await untilAborted(resolveWith(resolve, request), responseDue));
      if (event.event === 'unknown' && event.reason === 'name') this.#reporter.unexpected(event);
      step = hasHandlers ? 'deduplicate' : 'handle';
      const outcomes = consumers.map((consumer) =>
        follow(
          this.#deduplicator.startAlways(async (signal) => consumer.receive(event, { ...context, signal })),
        ),
      );
      if (hasHandlers) {
        // Without `resolve`, each API key has its own webhook URL.
        const run = await this.#deduplicator.start(
          delivery,
          context?.keyRef ?? request.url,
          async (signal) => {
            step = 'handle';
            await own?.(event, { ...context, signal });
            signal.throwIfAborted();
            await onAny?.(event, { ...context, signal });
          },
        );
        if (run) outcomes.push(follow(run));
      }
      if (outcomes.length === 0) return { result: 'duplicate' };
      const ended = await untilAborted(Promise.all(outcomes), responseDue);
      return ended.find(({ result }) => result === 'failed') ?? { result: 'handled' };
    } catch (error) {
      const isLate = responseDue.aborted && error === responseDue.reason;
      if (!isLate) return failed(error);
      this.#reporter.late(step, event, hasHandlers);
      return { result: 'late' };
    }
  }

  /** Acknowledges an event without a handler. An event that lacks its id is only acknowledged if `onError` receives it. */
  #acknowledge(event: WebhookEvent): Outcome {
    if (event.event !== 'unknown' || event.reason !== 'shape') {
      this.#reporter.unexpected(event);
      return { result: 'ignored' };
    }
    const error = new OutletError(noId);
    this.#reporter.failed('read', error, event);
    return this.#settings.onError ? { result: 'ignored' } : { result: 'failed', error };
  }
}

const noId = 'The `id` of an order event must be a non-empty string. Set onUnknown to handle such events.';

/** Returns the result of `resolve` with its `keyRef`. */
async function resolveWith(
  resolve: WebhookResolve<object>,
  request: Request,
): Promise<{ readonly keyRef: string }> {
  const context: Record<string, unknown> = { ...(await resolve(request)) };
  const { keyRef, outlet } = context;
  if (isText(keyRef)) return { ...context, keyRef };
  if (keyRef === undefined && isRecord(outlet) && typeof outlet.keyHash === 'function')
    return { ...context, keyRef: String(await outlet.keyHash()) };
  throw new OutletError(
    'resolve must return an object with `keyRef`, a non-empty string, or with `outlet`, an OutletClient.',
  );
}

/** The statuses of reasons that differ from the status of their class. */
const statuses: Readonly<Record<string, number>> = {
  'too-large': 413,
  stalled: 408,
  // Nothing is wrong with the delivery, so the API should repeat it.
  'already-read': 503,
  'not-serializable': 503,
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
