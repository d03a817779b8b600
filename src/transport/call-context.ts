import { v4 as uuid } from 'uuid';
import { Cancellation } from '../cancellation.js';
import type { CallMessage } from '../diagnostics/messages.js';
import type { CallError, FailedCall, Outcome } from '../errors/call-error.js';
import type { Endpoint } from '../operations/operation.js';
import type { Settings } from '../options.js';
import type { PageOptions, PostOptions } from './call-options.js';
import type { AttemptEvent } from './hooks.js';
import type { PreparedRequest } from './prepare/prepare-request.js';
import { Redactor } from './redact.js';

const strength: readonly Outcome[] = ['not-sent', 'rejected', 'unknown', 'performed'];

/** Distinguishes this process, and this copy of the package, from others. Created with the first call: Workers allow no random values before. */
let processId: string | undefined;
let calls = 0;

function newCallId(): string {
  processId ??= uuid().slice(0, 8);
  calls += 1;
  return `${processId}-${calls.toString(36)}`;
}

/** Everything that the steps of one call share. */
export class CallContext {
  readonly settings: Settings;
  readonly endpoint: Endpoint;
  readonly request: PreparedRequest;
  /** Describes the call to hooks and in errors. */
  readonly info: Omit<AttemptEvent, 'attempt'>;
  /** Describes the call to subscribers, and counts for them. */
  readonly message: CallMessage;
  readonly maxRetries: number;
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  readonly missingNext: PageOptions['missingNext'];
  readonly signal: PageOptions['signal'];
  /** Ends the call: the caller's signal, `close()`, or the deadline. */
  readonly cancellation: Cancellation;
  /** The tokens of the call so far; the last one is current. */
  readonly tokens: string[] = [];
  /** When the backoff began that now lasts, on the monotonic clock. */
  backoffSince: number | undefined;
  /** The error of the last attempt that was sent. */
  lastError: CallError | undefined;
  readonly #deadline: number;
  #outcome: Outcome = 'not-sent';

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
    this.maxRetries = options.maxRetries ?? settings.maxRetries;
    this.timeout = options.timeout ?? settings.timeout;
    // Adding many fields to an object after a spread takes V8 10 µs, so spreads come last.
    this.message = {
      run: (work) => work(),
      origin: settings.origin,
      priority: options.priority ?? (responseKind === 'pages' ? 'background' : 'interactive'),
      headers: {},
      attempts: 0,
      queueDuration: 0,
      backoff: 0,
      status: undefined,
      outcome: undefined,
      idempotentReplay: false,
      ...this.info,
    };
    this.missingNext = options.missingNext;
    this.signal = options.signal;
    this.#deadline = options.deadline ?? settings.deadline;
    const isPage = responseKind === 'pages';
    this.cancellation = new Cancellation(
      [options.signal, ...settings.closed],
      isPage ? Number.POSITIVE_INFINITY : this.#deadline,
    );
  }

  /** Starts the deadline of a page with its first attempt: a list queues pages long before it needs them. */
  startDeadline(): void {
    const { endpoint, message } = this;
    if (endpoint.responseKind === 'pages' && message.attempts === 0) this.cancellation.limit(this.#deadline);
  }

  get token(): string | undefined {
    return this.tokens.at(-1);
  }

  /** Whether the call requests a page by its cursor. */
  get isContinuation(): boolean {
    const { endpoint, request, settings } = this;
    return endpoint.responseKind === 'pages' && new URL(request.url).searchParams.has(settings.cursorParam);
  }

  /** Hides tokens and personal data of this call. */
  get redactor(): Redactor {
    return new Redactor(this.tokens, this.request);
  }

  /**
   * Records the outcome of an attempt, and describes the call for the new error. The strongest outcome counts: a later 400 must not
   * hide an earlier attempt whose response was lost.
   */
  recordFailure(outcome: Outcome): FailedCall {
    if (strength.indexOf(outcome) > strength.indexOf(this.#outcome)) this.#outcome = outcome;
    return this.describe();
  }

  /** Ends the backoff, if one lasts. Returns its milliseconds. */
  endBackoff(): number {
    const backoff = this.backoffSince === undefined ? 0 : performance.now() - this.backoffSince;
    this.backoffSince = undefined;
    this.message.backoff += backoff;
    return backoff;
  }

  describe(): FailedCall {
    return { ...this.info, attempts: this.message.attempts, outcome: this.#outcome };
  }
}
