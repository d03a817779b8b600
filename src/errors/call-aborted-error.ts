import { CallError, type FailedCall, problemMessage } from './call-error.js';
import { brand } from './outlet-error.js';

/**
 * You aborted the call with its `signal`. As in Node.js, `name` is `AbortError`, `code` is `ABORT_ERR`, and `cause` is the reason of
 * the signal.
 *
 * `isTransient` is `true` if the reason is a time limit, such as that of `AbortSignal.timeout`. Lists, `waitFor` and sync runs reject
 * with the reason itself.
 * - Outcome: `not-sent`, `rejected`, `unknown`, or in strict mode `performed`.
 * - What to do: If `outcome` is `unknown`, repeat a POST with the same body and `idempotencyKey`; before you repeat a PUT, read the
 *   entity.
 */
export class CallAbortedError extends CallError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(
    this,
    'CallAbortedError',
    'AbortError',
  );

  /** Always `ABORT_ERR`. */
  readonly code = 'ABORT_ERR';

  /** @internal */
  constructor(call: FailedCall, reason: unknown) {
    const problem = call.isTransient ? 'the time limit of its signal passed' : 'its signal was aborted';
    super(problemMessage(call, problem), call, { cause: reason });
  }
}

/** Returns what a function rejects with that rejects with the reason of its signal, although one of its calls was aborted. */
export function abortReasonIn(error: unknown): unknown {
  return error instanceof CallAbortedError ? error.cause : error;
}
