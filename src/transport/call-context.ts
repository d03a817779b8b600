import type { CallError, FailedCall, Outcome } from '../errors/call-error.js';
import type { Endpoint } from '../operations/operation.js';
import type { Priority } from '../rate-limit/rate-limiter.js';
import type { PageOptions, PostOptions } from './call-options.js';
import { Cancellation } from './cancellation.js';
import type { RequestEvent } from './hooks.js';
import type { PreparedRequest } from './prepare/prepare-request.js';
import { Redactor } from './redact.js';
import type { Settings } from './settings.js';

const strength: readonly Outcome[] = ['not-sent', 'rejected', 'unknown'];

/** Everything that the steps of one call share. */
export class CallContext {
  readonly settings: Settings;
  readonly endpoint: Endpoint;
  readonly request: PreparedRequest;
  /** Describes the call to hooks and in errors. */
  readonly info: Omit<RequestEvent, 'attempt'>;
  readonly maxRetries: number;
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  readonly priority: Priority;
  /** Whether the call requests a page by its cursor. */
  readonly isContinuation: boolean;
  readonly missingNext: PageOptions['missingNext'];
  readonly signal: AbortSignal | undefined;
  /** Ends the call: the caller's signal, `close()`, or the deadline. */
  readonly cancellation: Cancellation;
  /** The tokens of the call so far; the last one is current. */
  readonly tokens: string[] = [];
  attempts = 0;
  lastError: CallError | undefined;
  #outcome: Outcome = 'not-sent';

  constructor(
    settings: Settings,
    endpoint: Endpoint,
    request: PreparedRequest,
    options: PostOptions & PageOptions,
    idempotencyKey: string | undefined,
  ) {
    const { id, method, path, responseKind } = endpoint;
    this.settings = settings;
    this.endpoint = endpoint;
    this.request = request;
    const shownPath = responseKind === 'anything' ? new Redactor([], undefined).text(path) : path;
    this.info = { operation: id, method, path: shownPath, idempotencyKey };
    this.maxRetries = options.maxRetries ?? settings.maxRetries;
    this.timeout = options.timeout ?? settings.timeout;
    this.priority = options.priority ?? (responseKind === 'pages' ? 'background' : 'interactive');
    this.isContinuation =
      responseKind === 'pages' && new URL(request.url).searchParams.has(settings.cursorParam);
    this.missingNext = options.missingNext;
    this.signal = options.signal;
    const deadline = options.deadline ?? settings.deadline;
    this.cancellation = new Cancellation([options.signal, ...settings.closed], deadline);
  }

  get token(): string | undefined {
    return this.tokens.at(-1);
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

  describe(): FailedCall {
    const { method, path, idempotencyKey } = this.info;
    return { method, path, idempotencyKey, attempts: this.attempts, outcome: this.#outcome };
  }
}
