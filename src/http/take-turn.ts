import { v5 as hash } from 'uuid';
import type {
  Priority,
  RateLimit,
  RateLimiter,
  RateLimitState,
  Turn,
  TurnAnswer,
  TurnRequest,
} from '../rate-limit/rate-limiter.js';
import { sharedLimiter } from '../rate-limit/registry.js';
import { unlimited } from '../rate-limit/unlimited.js';
import { untilAborted } from '../timers.js';
import { Failure } from './failure.js';
import type { CallInfo } from './observers.js';
import type { Settings } from './settings.js';

/** Namespace of the hashes under which limiters are shared; any fixed UUID serves. */
const namespace = '5d7b1b9e-6a5c-4c0e-9d3c-3f6f0f0e8a11';

/** A wait that is shorter than this, in milliseconds, is none that a hook needs to hear of. */
const shortestToldWait = 5;

/** Step 4: lines a request up with all others of its key, whichever client they come from. */
export class TurnTaker {
  readonly #settings: Settings;
  /** Kept, because the registry holds its limiters weakly. */
  #current: { token: string; key: string; limiter: RateLimiter } | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    if (typeof settings.accessToken === 'string') this.#limiterOf(settings.accessToken);
  }

  /** Resolves when a request with this token may be sent. */
  async take(token: string, priority: Priority, signal: AbortSignal, call: CallInfo): Promise<Turn> {
    const { key, limiter } = this.#limiterOf(token);
    const begin = performance.now();
    const turn = await turnFrom(limiter, { key, priority, signal });
    const wait = performance.now() - begin;
    if (wait >= shortestToldWait) this.#settings.observers.rateLimit({ ...call, kind: 'wait', wait });
    return { answered: (answer) => this.#tell(turn, answer) };
  }

  /** How things stand for the key of the last call. */
  get state(): RateLimitState {
    if (this.#current) return this.#current.limiter.state(this.#current.key);
    const { rateLimit } = this.#settings;
    const limit = rateLimit && 'requests' in rateLimit ? rateLimit.requests : Number.POSITIVE_INFINITY;
    return { ...unlimited.state(''), limit };
  }

  /** An answer is an answer, whatever becomes of telling a limiter of it. */
  async #tell(turn: Turn, answer: TurnAnswer): Promise<void> {
    try {
      await turn.answered(answer);
    } catch {
      this.#settings.observers.warn('The rate limiter threw when it was told of an answer; the call goes on');
    }
  }

  #limiterOf(token: string): { key: string; limiter: RateLimiter } {
    if (this.#current?.token === token) return this.#current;
    const { baseUrl, rateLimit, observers } = this.#settings;
    const key = hash(`${new URL(baseUrl).origin} ${token}`, namespace);
    this.#current = { token, key, limiter: limiterFor(key, rateLimit, (message) => observers.warn(message)) };
    return this.#current;
  }
}

/** A limiter of the user's own may throw, and may not look at the signal. */
async function turnFrom(limiter: RateLimiter, request: TurnRequest): Promise<Turn> {
  try {
    return await untilAborted(limiter.take(request), request.signal);
  } catch (cause) {
    request.signal.throwIfAborted();
    throw new Failure({ kind: 'no-turn', cause });
  }
}

function limiterFor(
  key: string,
  rateLimit: RateLimit | RateLimiter | false,
  warn: (message: string) => void,
): RateLimiter {
  if (rateLimit === false) return unlimited;
  return 'take' in rateLimit ? rateLimit : sharedLimiter(key, rateLimit, warn);
}
