import { v4 as uuid } from 'uuid';
import { Cancellation } from '../cancellation.js';
import type { CallError, FailedCall, Failure, Outcome } from '../errors/call-error.js';
import type { Endpoint } from '../operations/operation.js';
import type { Priority, RateLimitHeaders, Turn } from '../rate-limit/rate-limiter.js';
import { parseRateLimit } from '../rate-limit/stated-limit.js';
import type { PageOptions, PostOptions } from './call-options.js';
import type { FetchResponse } from './fetch-function.js';
import type { AttemptEvent } from './hooks.js';
import type { CallMessage } from './messages.js';
import { strongerOf } from './outcomes.js';
import type { PreparedRequest } from './prepare-request.js';
import { Redactor } from './redact.js';
import type { Settings } from './settings.js';

/** Distinguishes this process, and this copy of the package, from others. Created with the first call: Workers allow no random values before. */
let processId: string | undefined;
let calls = 0;

function newCallId(): string {
  processId ??= uuid().slice(0, 8);
  calls += 1;
  return `${processId}-${calls.toString(36)}`;
}

/** Which token sent an idempotency key. */
export interface Sender {
  token: string;
  /** How many calls with the key run. */
  running: number;
  /** What the calls that have ended did; `undefined` if the API has certainly performed none. */
  outcome: 'performed' | 'unknown' | undefined;
  /** When the key was sent first, in milliseconds since the epoch. */
  readonly since: number;
}

/** The breaker of an API key, as the steps of a call see it. */
export interface KeyBreaker {
  /** Whether the API seems to be down. */
  readonly isOpen: boolean;
  /** Forgets a call that has ended. */
  forget(call: CallContext): void;
}

/** The state of one call, which its steps share. Messages for subscribers are made from it, and never read. */
export class CallContext {
  readonly settings: Settings;
  readonly endpoint: Endpoint;
  readonly request: PreparedRequest;
  /** Describes the call to hooks and in errors. */
  readonly info: Omit<AttemptEvent, 'attempt'>;
  readonly priority: Priority;
  readonly maxRetries: number;
  /** Whether the caller passed the idempotency key, so that other calls can have sent it before. */
  readonly isKeyPassed: boolean;
  /** The only API key that may send the call. */
  readonly keyHash: string | undefined;
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  /** The same for the next attempt, which can be a short one that probes whether an outage has ended. */
  attemptTimeout: number;
  /** The longest wait for the end of an outage, in milliseconds. */
  readonly maxOutageWait: number;
  /** The breaker of the key that the call was sent with last; `undefined` without one. */
  breaker: KeyBreaker | undefined;
  /** Since when the call waits for the end of an outage, on the monotonic clock; `undefined` without one. */
  heldSince: number | undefined;
  readonly missingNext: PageOptions['missingNext'];
  /** The cursor of the requested page; `undefined` on the first page, and if the call is not a page. */
  readonly cursor: string | undefined;
  readonly signal: PageOptions['signal'];
  /** Ends the call: the caller's signal, `close()`, or the deadline. */
  readonly cancellation: Cancellation;
  /** Headers that subscribers add at the start. */
  readonly addedHeaders: Record<string, string> = {};
  /** The tokens of the call so far; the last one is current. */
  readonly tokens: string[] = [];
  /** Who sends the idempotency key, if the token comes from a function. */
  sender: Sender | undefined;
  /** Attempts that were sent. */
  attempts = 0;
  /** Milliseconds that the attempts waited in the queue of the rate limiter. */
  queueDuration = 0;
  /** How long the current or next attempt waited in the queue, and how long its backoff was. Milliseconds. */
  waits = { queueDuration: 0, backoff: 0 };
  /** Ends the turn of the current attempt, with its response or without one. Only the first call counts. */
  endTurn: Turn['end'] = () => {};
  /** When the backoff began that now lasts, on the monotonic clock. */
  backoffSince: number | undefined;
  /** The error of the last attempt that was sent. */
  lastError: CallError | undefined;
  /** When the last attempt was sent. */
  sentAt = new Date(0);
  /** Milliseconds that the last attempt took. */
  duration = 0;
  /** The status of the last attempt; `undefined` if it had no response, as in the next fields. */
  status: number | undefined;
  /** The API's ID of the request. A proxy in front of the API can also add it. */
  requestId: string | undefined;
  rateLimit: RateLimitHeaders | undefined;
  idempotentReplay = false;
  readonly #deadline: number;
  #backoff = 0;
  /** The outcome of the attempts that have failed. */
  #recorded: Outcome = 'not-sent';
  /** The worst outcome that the latest attempt can have, until it fails. */
  #latest: Outcome = 'not-sent';

  constructor(
    settings: Settings,
    endpoint: Endpoint,
    request: PreparedRequest,
    options: Omit<PostOptions, 'signal'> & PageOptions,
    idempotencyKey: string | undefined,
  ) {
    const { id, method, path, responseKind } = endpoint;
    this.settings = settings;
    this.endpoint = endpoint;
    this.request = request;
    const shownPath = responseKind === 'anything' ? new Redactor([], undefined).text(path) : path;
    this.info = { callId: newCallId(), operation: id, method, path: shownPath, idempotencyKey };
    const isPage = responseKind === 'pages';
    this.priority = options.priority ?? (isPage ? 'background' : 'interactive');
    this.maxRetries = options.maxRetries ?? settings.maxRetries;
    this.timeout = options.timeout ?? settings.timeout;
    this.attemptTimeout = this.timeout;
    this.maxOutageWait = settings.outage === false ? 0 : settings.outage.maxWait;
    this.isKeyPassed = options.idempotencyKey !== undefined;
    this.keyHash = options.keyHash;
    // A list without a `Paginator` cannot say that it is incomplete.
    this.missingNext = responseKind === 'list' ? 'error' : options.missingNext;
    this.cursor = options.cursor;
    this.signal = options.signal;
    this.#deadline = options.deadline ?? settings.deadline;
    this.cancellation = new Cancellation(
      [options.signal, ...settings.closed],
      isPage ? Number.POSITIVE_INFINITY : this.#deadline,
    );
  }

  get token(): string | undefined {
    return this.tokens.at(-1);
  }

  /** Hides tokens and personal data of this call. */
  get redactor(): Redactor {
    return new Redactor(this.tokens, this.request, this.info.path);
  }

  /** The outcome of the attempts that have failed. */
  get earlierOutcome(): Outcome {
    return this.#recorded;
  }

  /** The outcome of all attempts. Of one that has not failed, it is the worst that it can be. */
  get outcome(): Outcome {
    return strongerOf(this.#recorded, this.#latest);
  }

  /** Describes the attempt that is sent next. */
  get nextAttempt(): AttemptEvent {
    return { attempt: this.attempts + 1, ...this.info };
  }

  /** Counts an attempt that is sent now. */
  startAttempt(): void {
    // A list queues pages long before it needs them, so the deadline of a page starts with its first attempt.
    if (this.endpoint.responseKind === 'pages' && this.attempts === 0)
      this.cancellation.limit(this.#deadline);
    this.attempts += 1;
    this.#latest = 'unknown';
    this.sentAt = new Date();
    this.status = undefined;
    this.requestId = undefined;
    this.rateLimit = undefined;
    this.idempotentReplay = false;
  }

  /** Records what the status and the headers of a response say. */
  recordResponse({ status, headers }: FetchResponse): void {
    this.status = status;
    this.requestId = headers.get('x-request-id') || headers.get('request-id') || undefined;
    this.rateLimit = parseRateLimit(headers);
    this.idempotentReplay = headers.get('x-idempotent-replay') === 'true';
  }

  /** Records that the response to the attempt was read. */
  recordSuccess(): void {
    this.#latest = 'performed';
  }

  /** Records the failure of the attempt, and describes the call for the new error. */
  recordFailure({ outcome, isTransient }: Failure): FailedCall {
    this.#latest = 'not-sent';
    this.#recorded = strongerOf(outcome, this.#recorded);
    return this.describe(isTransient);
  }

  /** Ends the backoff, if one lasts. Returns its milliseconds. */
  endBackoff(): number {
    const backoff = this.backoffSince === undefined ? 0 : performance.now() - this.backoffSince;
    this.backoffSince = undefined;
    this.#backoff += backoff;
    return backoff;
  }

  /** Describes the call for an error. */
  describe(isTransient: boolean): FailedCall {
    const { info, attempts, isKeyPassed, outcome } = this;
    return { ...info, attempts, isKeyPassed, outcome, isTransient };
  }

  /** Creates the message of the start. */
  createMessage(): CallMessage {
    // Adding many fields to an object after a spread takes V8 10 µs, so the spread comes last.
    return {
      run: (work) => work(),
      origin: this.settings.origin,
      priority: this.priority,
      headers: this.addedHeaders,
      attempts: 0,
      queueDuration: 0,
      backoff: 0,
      status: undefined,
      outcome: undefined,
      idempotentReplay: false,
      ...this.info,
    };
  }

  /** Completes the message of the start, which is also the message of the end. */
  completeMessage(message: CallMessage, outcome: CallMessage['outcome']): void {
    this.endBackoff();
    const { attempts, queueDuration, status, idempotentReplay } = this;
    Object.assign(message, {
      attempts,
      queueDuration,
      backoff: this.#backoff,
      status,
      idempotentReplay,
      outcome,
    });
  }
}
