import { Cancellation, sleep } from '../../cancellation.js';
import { ApiError, RateLimitError } from '../../errors/api-errors.js';
import { ConnectionError, TimeoutError } from '../../errors/no-response-errors.js';
import { ResponseValidationError } from '../../errors/response-validation-error.js';
import type { Priority } from '../../rate-limit/rate-limiter.js';
import { sharedByKey } from '../../rate-limit/shared-by-key.js';
import type { CallContext, KeyBreaker } from '../call-context.js';
import type { AttemptFailure } from '../hooks.js';
import type { OutageMessage } from '../messages.js';
import { describeFailure, type Reporter } from '../reporter.js';
import type { Settings } from '../settings.js';
import { failureOf } from './attempt.js';

/** An outage begins if no attempt has succeeded for this long (milliseconds), and at least this many have failed, or 5 have timed out. */
const minSilence = 3_000;
const minFailures = 10;
const weightOfTimeout = minFailures / 5;

/** Failures this far apart do not belong together. Longer than a backoff. Milliseconds. */
const maxGap = 10_000;

/** How often an attempt probes whether the outage has ended, and how long it may take. Milliseconds. */
const probeInterval = 1_000;
const probeTimeout = 2_000;

/** After this many short probes, one may take as long as any attempt, because the API may only have become slow. */
const shortProbes = 4;

/** If a probe takes longer than this, with its wait for the rate limit, the next one does not wait for it. Milliseconds. */
const maxProbeTime = 5_000;

/** Attempts that have failed since the last success. */
interface Failures {
  /** When the first of them was sent: on the clock of this machine, and on the monotonic clock. */
  readonly since: Date;
  readonly from: number;
  /** When the last of them ended. */
  until: number;
  attempts: number;
  /** The same, with each time-out counted as several. */
  weight: number;
}

interface Outage {
  readonly message: OutageMessage;
  /** That of the call whose failure began the outage. */
  readonly reporter: Reporter;
  /** When the first attempt was sent that failed, on the monotonic clock. */
  readonly began: number;
}

/**
 * The circuit breaker of an API key. All clients of the key in a process share it.
 *
 * - Closed: calls pass, and the breaker counts failures since the last success. When there are enough, it opens.
 * - Open: no call is sent, except one at a time that probes. Calls leave the queue of the rate limit. Interactive calls wait for the probe
 *   that runs, and end if an attempt fails, or if no probe is due. Background calls wait until the breaker closes, and take turns as probes.
 * - Any success closes it again, and everybody may pass.
 *
 * It cannot open before the key has worked: a wrong host must not look like an outage.
 */
export class Breaker implements KeyBreaker {
  readonly #key: string;
  #hasSucceeded = false;
  #succeededAt = Number.NEGATIVE_INFINITY;
  #failures: Failures | undefined;
  #lastFailure: AttemptFailure = { name: 'Error' };
  #outage: Outage | undefined;
  /** The call that probes, when it began to, and when the next call may. */
  #probe: CallContext | undefined;
  #probeBegan = 0;
  #attemptsBeforeProbe = 0;
  #nextProbe = 0;
  #shortProbes = 0;
  /** Calls between two attempts, and those that wait for the end of the outage. */
  readonly #waiting = new Set<CallContext>();
  /** Aborts when the breaker opens or closes, and when a probe ends. */
  #change = new Cancellation([], Number.POSITIVE_INFINITY);

  constructor(key: string) {
    this.#key = key;
  }

  get isOpen(): boolean {
    return this.#outage !== undefined;
  }

  /** When the first of the failed attempts was sent; `undefined` without an outage. */
  get outageSince(): Date | undefined {
    return this.#outage?.message.since;
  }

  /** The number of calls of a priority that wait for the end of the outage. */
  waiting(priority: Priority): number {
    return [...this.#waiting].filter((call) => call.heldSince !== undefined && call.priority === priority)
      .length;
  }

  forget(call: CallContext): void {
    this.#waiting.delete(call);
  }

  /**
   * Sends an attempt, as soon as the breaker lets its call pass.
   * @param send - waits for the rate limit, until the `Cancellation` aborts, and then sends
   */
  async run<T>(call: CallContext, send: (queue: Cancellation) => Promise<T>): Promise<T> {
    for (;;) {
      // Without a pause if the breaker is closed, so that calls that start together cannot exceed `maxQueued`.
      const isProbe = this.isOpen && (await this.#pass(call));
      this.#waiting.delete(call);
      if (!isProbe) {
        call.heldSince = undefined;
        call.attemptTimeout = call.timeout;
      }
      const queue = new Cancellation(
        [call.cancellation, isProbe ? undefined : this.#change],
        Number.POSITIVE_INFINITY,
      );
      const { attempts } = call;
      try {
        const result = await send(queue);
        this.#succeed();
        return result;
      } catch (error) {
        const isSent = call.attempts > attempts;
        // The breaker has opened while the call was in the queue.
        if (!isSent && !call.cancellation.aborted && queue.aborted) continue;
        const weight = isSent ? weightOf(call, error, this.isOpen) : undefined;
        this.#waiting.add(call);
        if (weight === 0) this.#succeed();
        else if (weight !== undefined) this.#fail(call, error, weight);
        if (this.#probe === call) this.#endProbe(weight !== undefined);
        throw error;
      } finally {
        queue.dispose();
      }
    }
  }

  /** Resolves when the call may pass, with whether it is a probe. */
  async #pass(call: CallContext): Promise<boolean> {
    const isInteractive = call.priority === 'interactive';
    const maxWait = isInteractive ? probeTimeout : call.maxOutageWait;
    while (this.#outage) {
      const now = performance.now();
      call.heldSince ??= now;
      call.backoffSince ??= now;
      this.#waiting.add(call);
      const isOver = now - call.heldSince >= maxWait;
      if (!isOver && now >= this.#nextProbe) return this.#beginProbe(call, now);
      if (isOver || (isInteractive && !this.#probe)) this.#end(call);
      else await this.#wait(call, this.#nextProbe - now);
      call.cancellation.throwIfAborted();
    }
    return false;
  }

  async #wait(call: CallContext, milliseconds: number): Promise<void> {
    const waiting = new Cancellation([call.cancellation, this.#change], Number.POSITIVE_INFINITY);
    await sleep(Math.min(Math.max(milliseconds, 1), probeTimeout), waiting).catch(() => {});
    waiting.dispose();
  }

  #beginProbe(call: CallContext, now: number): true {
    this.#probe = call;
    this.#probeBegan = now;
    this.#attemptsBeforeProbe = call.attempts;
    this.#nextProbe = now + maxProbeTime;
    // An interactive call that was sent before has waited long enough.
    const isPatient =
      this.#shortProbes >= shortProbes && (call.attempts === 0 || call.priority === 'background');
    this.#shortProbes = isPatient ? 0 : this.#shortProbes + 1;
    call.attemptTimeout = isPatient ? call.timeout : Math.min(call.timeout, probeTimeout);
    return true;
  }

  /** @param hasFailed - whether it showed that the outage lasts. Otherwise, something else has ended it, and the next call probes. */
  #endProbe(hasFailed: boolean): void {
    this.#probe = undefined;
    if (!this.#outage) return;
    this.#nextProbe = hasFailed ? this.#probeBegan + probeInterval : this.#probeBegan;
    this.#notify();
  }

  #succeed(): void {
    const now = performance.now();
    this.#hasSucceeded = true;
    this.#succeededAt = now;
    this.#failures = undefined;
    if (!this.#outage) return;
    const { message, reporter, began } = this.#outage;
    this.#outage = undefined;
    this.#probe = undefined;
    message.duration = now - began;
    reporter.outageEnd(message);
    this.#notify();
  }

  #fail(call: CallContext, error: unknown, weight: number): void {
    const now = performance.now();
    const from = now - call.duration;
    // An attempt that was sent before the last success says nothing about the time after it.
    if (!this.#hasSucceeded || from < this.#succeededAt) return;
    this.#lastFailure = failureOf(error);
    if (this.#outage) {
      this.#outage.message.failures += 1;
      // The failures of a blip can end late, but were sent within a short time.
      if (from - this.#outage.began >= minSilence) this.#endInteractive(now);
      return;
    }
    if (this.#failures && from - this.#failures.until > maxGap) this.#failures = undefined;
    this.#failures ??= { since: call.sentAt, from, until: now, attempts: 0, weight: 0 };
    this.#failures.until = now;
    this.#failures.attempts += 1;
    this.#failures.weight += weight;
    if (this.#failures.weight >= minFailures && now - this.#failures.from >= minSilence)
      this.#open(call.settings, this.#failures);
  }

  #open({ origin, reporter }: Settings, { since, from, attempts }: Failures): void {
    const message = { origin, key: this.#key, since, failures: attempts, duration: undefined };
    this.#outage = { message, reporter, began: from };
    this.#shortProbes = 0;
    this.#nextProbe = 0;
    reporter.outageStart(message, this.#lastFailure);
    this.#notify();
  }

  /** An attempt has shown that the outage lasts, as a probe does. */
  #endInteractive(now: number): void {
    // A call that still waits for the rate limit need not probe any more.
    if (this.#probe?.attempts === this.#attemptsBeforeProbe) this.#waiting.add(this.#probe);
    else if (!this.#probe) this.#nextProbe = now + probeInterval;
    for (const call of this.#waiting) if (call.priority === 'interactive') this.#end(call);
  }

  #notify(): void {
    const change = this.#change;
    this.#change = new Cancellation([], Number.POSITIVE_INFINITY);
    change.abort(undefined);
  }

  /** Ends a call that is not in flight: with its last error, or if it has none, with one about the outage. */
  #end(call: CallContext): void {
    const since = this.#outage?.message.since.toISOString();
    const problem = `no attempt with this API key has succeeded since ${since}, and the last one failed with ${describeFailure(this.#lastFailure)}`;
    const error = call.lastError?.isTransient
      ? call.lastError
      : new ConnectionError('outage', problem, call.describe(true));
    call.cancellation.abort(error);
  }
}

/** Returns the breaker of an API key. */
export function sharedBreaker(key: string): Breaker {
  return sharedByKey('breakers@1', key, () => new Breaker(key));
}

/** Returns how strongly the failure of an attempt suggests an outage: 0 if it shows that the API works, and `undefined` if it says nothing. */
function weightOf(call: CallContext, error: unknown, isOpen: boolean): number | undefined {
  // In an outage, even the gateway of the API would be a success. But a 429 between failures does not show that the API works.
  if (error instanceof RateLimitError) return isOpen ? 0 : undefined;
  if (error instanceof ApiError && error.status >= 500) return error.idempotentReplay ? 0 : 1;
  // Without its backend, a gateway can respond with 404.
  if (error instanceof ApiError) return error.isForeign ? undefined : 0;
  if (error instanceof ResponseValidationError) return error.isTransient ? 1 : 0;
  if (error instanceof ConnectionError) return error.reason === 'network' ? 1 : undefined;
  if (error instanceof TimeoutError) return weightOfTimeout;
  // The deadline of the call can be shorter than the timeout of an attempt.
  const isSilent = call.status === undefined && call.duration >= probeTimeout;
  return call.cancellation.isTimedOut && isSilent ? weightOfTimeout : undefined;
}
