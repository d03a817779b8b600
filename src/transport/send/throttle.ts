import { v5 as uuidOf } from 'uuid';
import { Cancellation, maxTimerDelay, untilAborted } from '../../cancellation.js';
import { publish } from '../../diagnostics/channels.js';
import { ConnectionError, QueueFullError } from '../../errors/no-response-errors.js';
import { isRecord } from '../../json.js';
import { KeyLimiter, sharedLimiter } from '../../rate-limit/limiter.js';
import type { RateLimiter, RateLimitState, Turn, TurnResponse } from '../../rate-limit/rate-limiter.js';
import type { CallContext } from '../call-context.js';
import { redactedCause } from '../connection-fault.js';
import { failures } from '../outcomes.js';
import type { Settings } from '../settings.js';
import { type Breaker, sharedBreaker } from './breaker.js';

/** The state of a key without a limit, or whose limiter has no state, or has not resolved it yet. */
const unlimitedState: RateLimitState = {
  limit: Number.POSITIVE_INFINITY,
  remaining: undefined,
  reset: undefined,
  queued: { interactive: 0, background: 0 },
};

/** The turn of a request that no limit counts. */
const freeTurn: Turn = { end: () => {} };

/** The limiter of a client with `rateLimit: false`: every request can be sent at once. */
export const unlimited = {
  take: () => freeTurn,
  state: () => unlimitedState,
} satisfies RateLimiter;

/** The namespace of the hashes that identify keys: any fixed UUID. */
const namespace = '5d7b1b9e-6a5c-4c0e-9d3c-3f6f0f0e8a11';

interface KeyedLimiter {
  readonly token: string;
  readonly key: string;
  readonly limiter: RateLimiter;
  /** `undefined` if the client ignores outages. */
  readonly breaker: Breaker | undefined;
  /** The last state that the limiter resolved, if it returns promises. */
  latest?: RateLimitState;
}

/** Takes a turn of the rate limiter of a key before each attempt. */
export class Throttle {
  readonly #settings: Settings;
  /** The limiter of the latest token. The registry holds limiters weakly. */
  #current: KeyedLimiter | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The state of the rate limit of the latest token, as known without waiting. */
  get state(): RateLimitState {
    const { accessToken, rateLimit } = this.#settings;
    const current = typeof accessToken === 'string' ? this.#keyedLimiter(accessToken) : this.#current;
    if (!current) return initialState(rateLimit);
    const state = stateOf(current);
    if (!(state instanceof Promise)) return withOutage(state, current);
    state.then((latest) => Object.assign(current, { latest })).catch(() => {});
    return withOutage(current.latest ?? unlimitedState, current);
  }

  /** Waits until a request with this token may be sent, then runs it. */
  async run<T>(call: CallContext, token: string, send: () => Promise<T>): Promise<T> {
    const current = this.#keyedLimiter(token);
    const { breaker } = current;
    const { cancellation, priority } = call;
    const { maxQueued } = this.#settings;
    call.breaker?.forget(call);
    call.breaker = breaker;
    // A call that was queued before is never rejected later, and a list requests only a few pages at a time.
    const isNew = call.attempts === 0 && call.endpoint.responseKind !== 'pages';
    if (isNew && maxQueued < Number.POSITIVE_INFINITY) {
      const state = stateOf(current);
      // Do not await a plain state: calls that start together could exceed the maximum.
      const known = state instanceof Promise ? await stateInTime(call, state) : state;
      if (!isRecord(known.queued))
        await fromLimiter(call, Promise.reject(new TypeError(noQueued)), cancellation);
      if (withOutage(known, current).queued[priority] >= maxQueued)
        throw new QueueFullError(call.recordFailure(failures.notSentYet), priority, maxQueued);
    }
    return breaker
      ? breaker.run(call, (waiting) => this.#runInTurn(call, current, waiting, send))
      : this.#runInTurn(call, current, cancellation, send);
  }

  /** Waits for the rate limit until `waiting` aborts, then runs the request. */
  async #runInTurn<T>(
    call: CallContext,
    current: KeyedLimiter,
    waiting: Cancellation,
    send: () => Promise<T>,
  ): Promise<T> {
    const { priority } = call;
    const { reporter } = this.#settings;
    const backoff = call.endBackoff();
    const queuedAt = performance.now();
    const message = { priority, queueDuration: 0, ...call.nextAttempt };
    publish('queue:start', message);
    let queueDuration = 0;
    let turn: Turn;
    try {
      turn = await takeTurn(call, current, waiting);
    } finally {
      queueDuration = performance.now() - queuedAt;
      call.queueDuration += queueDuration;
      message.queueDuration = queueDuration;
      publish('queue:end', message);
    }
    call.waits = { queueDuration, backoff };
    // A promise resolves once, so a turn ends once however often `endTurn` is called.
    new Promise<TurnResponse | undefined>((resolve) => {
      call.endTurn = resolve;
    })
      .then((response) => turn.end(response))
      .catch(() =>
        reporter.warn(
          'rate-limiter',
          'The rate limiter threw an error in end(), so its count can be wrong; the call continues. Catch errors in end().',
        ),
      );
    try {
      waiting.throwIfAborted();
      return await send();
    } finally {
      call.endTurn(undefined);
    }
  }

  #keyedLimiter(token: string): KeyedLimiter {
    if (this.#current?.token === token) return this.#current;
    const { origin, rateLimit, outage } = this.#settings;
    const key = keyHashOf(origin, token);
    const breaker = outage ? sharedBreaker(key) : undefined;
    this.#current = { token, key, limiter: chooseLimiter(key, rateLimit), breaker };
    return this.#current;
  }
}

/** Returns a hash of origin and token. It identifies an API key in all processes. */
export function keyHashOf(origin: string, token: string): string {
  return uuidOf(`${origin} ${token}`, namespace);
}

const noQueued = 'its state() has no `queued`, which the option maxQueued needs';

function chooseLimiter(key: string, rateLimit: Settings['rateLimit']): RateLimiter {
  if (rateLimit === false) return unlimited;
  return isCustom(rateLimit) ? rateLimit : sharedLimiter(key, rateLimit);
}

function isCustom(rateLimit: Settings['rateLimit']): rateLimit is RateLimiter {
  return rateLimit !== undefined && rateLimit !== false && 'take' in rateLimit;
}

/** The state before anything is known about the key. */
function initialState(rateLimit: Settings['rateLimit']): RateLimitState {
  if (rateLimit === false || isCustom(rateLimit)) return unlimitedState;
  return new KeyLimiter().withLimit(rateLimit).state();
}

/** Returns the state of the key. A custom limiter can have none, or throw instead of rejecting. */
function stateOf({ limiter, key }: KeyedLimiter): RateLimitState | Promise<RateLimitState> {
  try {
    return limiter.state?.(key) ?? unlimitedState;
  } catch (error) {
    return Promise.reject(error);
  }
}

/** Returns the state with the calls that an outage holds back, if there is one. */
function withOutage(state: RateLimitState, { breaker }: KeyedLimiter): RateLimitState {
  if (!breaker?.outageSince) return state;
  const { interactive, background } = state.queued;
  return {
    ...state,
    queued: {
      interactive: interactive + breaker.waiting('interactive'),
      background: background + breaker.waiting('background'),
    },
    outageSince: breaker.outageSince,
  };
}

async function takeTurn(
  call: CallContext,
  { key, limiter }: KeyedLimiter,
  waiting: Cancellation,
): Promise<Turn> {
  const { priority, status } = call;
  waiting.throwIfAborted();
  // Without a limit there is nothing to wait for, and so no promise to end early.
  if (limiter === unlimited) return freeTurn;
  const request = {
    key,
    priority,
    wasRateLimited: status === 429,
    // Created only if the limiter reads it.
    get signal() {
      return waiting.signal;
    },
  };
  // A custom limiter can throw before it returns a promise.
  const taken = new Promise<Turn>((resolve) => resolve(limiter.take(request)));
  const stopWatching = watch(call);
  try {
    return await fromLimiter(call, taken, waiting);
  } catch (error) {
    // Return a turn that arrives after the end of the call.
    taken.then((late) => late.end(undefined)).catch(() => {});
    throw error;
  } finally {
    stopWatching();
  }
}

/** Warns if a custom limiter needs longer than an attempt may take. Only the deadline ends the wait, because a queue can be long. */
function watch({ settings, timeout }: CallContext): () => void {
  const { rateLimit, reporter } = settings;
  if (!isCustom(rateLimit) || timeout > maxTimerDelay) return () => {};
  const problem = `take() of the rate limiter needs longer than the timeout of ${timeout} ms`;
  const warn = () =>
    reporter.warn('rate-limiter-take', `${problem}. If it never resolves, set a deadline to end the calls.`);
  const timer = setTimeout(warn, timeout);
  return () => clearTimeout(timer);
}

/** Waits for the state of a custom limiter as long as for an attempt. */
async function stateInTime(call: CallContext, state: Promise<RateLimitState>): Promise<RateLimitState> {
  const waiting = new Cancellation([call.cancellation], call.timeout);
  try {
    return await fromLimiter(call, state, waiting);
  } finally {
    waiting.dispose();
  }
}

/** Waits for a response of the limiter. A custom limiter can fail, ignore the signal, or be late. */
async function fromLimiter<T>(call: CallContext, response: Promise<T>, waiting: Cancellation): Promise<T> {
  try {
    return await untilAborted(response, waiting);
  } catch (error) {
    call.cancellation.throwIfAborted();
    if (waiting.isTimedOut) {
      const problem = 'state() of the rate limiter exceeded the timeout of an attempt';
      throw new ConnectionError('rate-limiter', problem, call.recordFailure(failures.notSentYet));
    }
    // An outage has begun.
    waiting.throwIfAborted();
    const cause = redactedCause(error, call.redactor);
    const failed = call.recordFailure(failures.notSent);
    throw new ConnectionError('rate-limiter', 'the rate limiter failed', failed, { cause });
  }
}
