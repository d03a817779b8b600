import { v4 as newIdempotencyKey } from 'uuid';
import { Cancellation, sleep } from '../cancellation.js';
import { observe } from '../diagnostics/channels.js';
import { CallAbortedError } from '../errors/call-aborted-error.js';
import { redactKey } from '../errors/issue.js';
import { ConnectionError, TimeoutError } from '../errors/no-response-errors.js';
import { getOriginalCause } from '../errors/original-cause.js';
import { OutletError } from '../errors/outlet-error.js';
import { RequestValidationError } from '../errors/request-validation-error.js';
import {
  type CallInput,
  type Endpoint,
  type ListOperation,
  notSentMessage,
  type Operation,
} from '../operations/operation.js';
import { isText } from '../options/checks.js';
import type { RateLimitState } from '../rate-limit/rate-limiter.js';
import { CallContext } from './call-context.js';
import type { CallOptions, PageOptions, PostOptions } from './call-options.js';
import { interruptsRender, redactedCause } from './connection-fault.js';
import { namesOf } from './list-names.js';
import type { CallMessage } from './messages.js';
import { isTransientAbort, isTransientEnd } from './outcomes.js';
import { OutletPromise, type WithResponse } from './outlet-promise.js';
import { type PreparedInput, prepareInput, prepareRequest } from './prepare-request.js';
import type { PageData } from './receive/read-page.js';
import { warnOfUnsafeIntegers } from './receive/unsafe-integers.js';
import { validateResponse } from './receive/validate-response.js';
import { describeFailure } from './reporter.js';
import { ResponseTimes } from './response-times.js';
import { attempt, failureOf } from './send/attempt.js';
import { authorize } from './send/authorize.js';
import { retry } from './send/retry.js';
import { endSending, hasUnclearPosts } from './send/senders.js';
import { keyHashOf, Throttle } from './send/throttle.js';
import { checkToken, type Settings } from './settings.js';

/** Sends every request of a client. Its steps: `prepare → retry(authorize(breaker(throttle(attempt: fetch → read)))) → validate`. */
export class Transport {
  readonly #settings: Settings;
  readonly #throttle: Throttle;
  readonly #responseTimes = new ResponseTimes();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#throttle = new Throttle(settings);
  }

  get rateLimitState(): RateLimitState {
    return this.#throttle.state;
  }

  /** Returns a hash that identifies the API key in all processes. */
  async keyHash(): Promise<string> {
    const { accessToken, origin } = this.#settings;
    const token =
      typeof accessToken === 'function' ? await accessToken({ rejectedToken: undefined }) : accessToken;
    const verdict = checkToken(token);
    if (verdict !== true)
      throw new OutletError(`The access token function returned an invalid token: it ${verdict}.`);
    return keyHashOf(origin, token);
  }

  /** The number of requests per second that the limit allows; `Infinity` without a limit. */
  get requestsPerSecond(): number {
    const { limit, interval = 1_000 } = this.rateLimitState;
    return (limit * 1_000) / interval;
  }

  /** The response time in milliseconds; `undefined` before the third response. */
  get responseTime(): number | undefined {
    return this.#responseTimes.typical;
  }

  /** Whether a POST runs or may have been performed, whose idempotency key only this client's token function knows. */
  get hasUnclearPosts(): boolean {
    return hasUnclearPosts(this.#settings.accessToken);
  }

  /** The default deadline of a call, in milliseconds. */
  get deadline(): number {
    return this.#settings.deadline;
  }

  /** The query parameter that contains the cursor of a list. */
  cursorParamOf(operation: Operation): string {
    return namesOf(this.#settings, operation).cursorParam;
  }

  /** Returns a list operation with the longest range that this client requests. */
  rangedOperation(operation: ListOperation): ListOperation {
    return { ...operation, range: { ...operation.range, maxDays: this.#settings.maxRangeDays } };
  }

  /** Calls an endpoint. Sends the request at once, even if it is not awaited. Rejects for invalid input, and then sends nothing. @param cursor - the cursor of a page */
  call<T>(endpoint: Endpoint, input: CallInput, options?: PostOptions, cursor?: string): OutletPromise<T> {
    const given = options ?? {};
    // In lower case, because some databases return UUIDs in upper case, and the API may distinguish the two.
    const passedKey = isText(given.idempotencyKey)
      ? given.idempotencyKey.toLowerCase()
      : given.idempotencyKey;
    const key = passedKey ?? (endpoint.method === 'POST' ? newIdempotencyKey() : undefined);
    const prepare = () => prepareInput(endpoint, input, given);
    return new OutletPromise<T>(this.#run<T>(endpoint, prepare, { cursor, ...given }, key), key);
  }

  /** Requests the first page of a list, or the page of a cursor. */
  callPage<T>(
    operation: ListOperation,
    query: Readonly<Record<string, string>>,
    cursor: string | undefined,
    options: PageOptions,
  ): OutletPromise<PageData<T>> {
    // The input was checked when the list was created.
    const prepare = () => ({ params: {}, query, json: undefined });
    return new OutletPromise<PageData<T>>(
      this.#run(operation, prepare, { ...options, cursor }, undefined),
      undefined,
    );
  }

  /** Checks the input of a list, and copies its query to the text that is sent. */
  prepareQuery(
    operation: ListOperation,
    query: object,
    options: CallOptions,
  ): Readonly<Record<string, string>> {
    const cursorParam = this.cursorParamOf(operation);
    const { query: texts } = prepareInput(operation, { query }, options);
    if (!(cursorParam in texts)) return texts;
    const message = 'is the parameter of the cursor: use resumeFrom, or choose another cursorParam';
    throw new RequestValidationError(notSentMessage(operation), [{ path: redactKey(cursorParam), message }]);
  }

  /** Waits between two calls. An abort or `close()` ends the pause early; the next call then rejects. */
  async pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const cancellation = new Cancellation([signal, ...this.#settings.closed], Number.POSITIVE_INFINITY);
    await sleep(milliseconds, cancellation).catch(() => {});
    cancellation.dispose();
  }

  async #run<T>(
    endpoint: Endpoint,
    prepare: () => PreparedInput,
    options: Omit<PostOptions, 'signal'> & PageOptions,
    idempotencyKey: string | undefined,
  ): Promise<WithResponse<T>> {
    const prepared = prepare();
    if (prepared.inexact) this.#warnOfInexact(endpoint, prepared.inexact);
    const request = prepareRequest(
      this.#settings,
      endpoint,
      prepared,
      options.headers,
      idempotencyKey,
      options.cursor,
    );
    const call = new CallContext(this.#settings, endpoint, request, options, idempotencyKey);
    const message = call.createMessage();
    return observe('call', message, () => this.#send<T>(call, message));
  }

  #warnOfInexact({ id }: Endpoint, path: string): void {
    this.#settings.reporter.warn(
      `inexact:${id}`,
      `${path} of ${id} has a rounding error, such as 0.1 + 0.2 = 0.30000000000000004. If it is an amount, calculate in cents, and divide once: 30 / 100.`,
    );
  }

  async #send<T>(call: CallContext, message: CallMessage): Promise<WithResponse<T>> {
    try {
      const received = await retry(call, () =>
        authorize(call, (token) => this.#throttle.run(call, token, () => attempt(call, token))),
      );
      const { callId, idempotencyKey } = call.info;
      const { requestId, idempotentReplay, attempts, sentAt, duration, rateLimit } = call;
      call.recordSuccess();
      this.#responseTimes.add(duration);
      warnOfUnsafeIntegers(call, received);
      await validateResponse(call, received);
      const meta = {
        callId,
        requestId,
        idempotencyKey,
        idempotentReplay,
        attempts,
        sentAt,
        duration,
        rateLimit,
      };
      call.completeMessage(message, 'succeeded');
      const { data, response, text } = received;
      return { data: data as T, response, text, meta };
    } catch (thrown) {
      const error = finalError(call, thrown);
      call.completeMessage(message, call.outcome);
      throw error;
    } finally {
      endSending(call);
      call.breaker?.forget(call);
      call.cancellation.dispose();
    }
  }
}

/** Returns what a call rejects with: its own error, or why it ended early. */
function finalError(call: CallContext, error: unknown): unknown {
  const { cancellation, signal, settings, lastError } = call;
  if (signal?.aborted) {
    // A page is a call of its list, and the list rejects with the reason.
    const { responseKind } = call.endpoint;
    return responseKind === 'pages'
      ? signal.reason
      : new CallAbortedError(call.describe(isTransientAbort(signal.reason)), signal.reason);
  }
  const original = getOriginalCause(error);
  if (interruptsRender(original)) return original;
  if (error instanceof OutletError) return error;
  if (settings.closed.some(({ aborted }) => aborted))
    return new ConnectionError('closed', 'the client is closed', call.describe(isTransientEnd.closed));
  if (cancellation.isTimedOut) {
    const problem = `the deadline of the call passed${deadlineDetail(call)}`;
    return new TimeoutError(
      'deadline',
      problem,
      call.describe(isTransientEnd.deadline),
      lastError && { cause: lastError },
    );
  }
  const cause = redactedCause(error, call.redactor);
  return new ConnectionError('internal', 'the client failed', call.describe(isTransientEnd.internal), {
    cause,
  });
}

/** Returns what the call was doing when its deadline passed, and how an earlier attempt failed. */
function deadlineDetail({ lastError, attempts, heldSince }: CallContext): string {
  if (attempts === 0)
    return ` while it waited for ${heldSince === undefined ? 'its token or the rate limit' : 'the end of an outage'}`;
  if (!lastError) return '';
  const isWaiting = lastError.attempts === attempts;
  return `${isWaiting ? ' before a retry' : ` during attempt ${attempts}`}; attempt ${lastError.attempts} failed with ${describeFailure(failureOf(lastError))}`;
}
