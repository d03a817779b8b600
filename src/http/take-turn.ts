import { v5 as hash } from 'uuid';
import { KeyLimiter } from '../rate-limit/limiter.js';
import type { Priority, RateLimiter, RateLimitState, Turn, TurnAnswer } from '../rate-limit/rate-limiter.js';
import { limiterFor } from '../rate-limit/registry.js';
import { unlimited } from '../rate-limit/unlimited.js';
import { isRecord } from '../records.js';
import { untilAborted } from '../timers.js';
import { Failure } from './failure.js';
import type { Lifetime } from './lifetime.js';
import type { CallInfo } from './observers.js';
import type { Settings } from './settings.js';

/** Namespace of the hashes under which limiters are shared; any fixed UUID serves. */
const namespace = '5d7b1b9e-6a5c-4c0e-9d3c-3f6f0f0e8a11';

/** A wait that is shorter than this, in milliseconds, is none that a hook needs to hear of. */
const shortestToldWait = 5;

/** How a request lines up. */
export interface Wish {
  readonly priority: Priority;
  /** Whether its last attempt was answered 429. */
  readonly refused: boolean;
  /** Whether its call lines up for the first time. */
  readonly isNew: boolean;
}

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
  async take(token: string, wish: Wish, lifetime: Lifetime, call: CallInfo): Promise<Turn> {
    const { key, limiter } = this.#limiterOf(token);
    const { priority, refused } = wish;
    if (wish.isNew) this.#checkQueue(limiter, key, priority);
    const begin = performance.now();
    lifetime.throwIfAborted();
    const turn = await limiter.take({
      key,
      priority,
      refused,
      // Made where the limiter looks at it.
      get signal() {
        return lifetime.signal;
      },
    });
    const wait = performance.now() - begin;
    if (wait >= shortestToldWait) this.#settings.observers.waited(() => ({ ...call, kind: 'wait', wait }));
    let hasEnded = false;
    const end = (answer: TurnAnswer | undefined) => {
      if (!hasEnded) this.#tell(turn, answer);
      hasEnded = true;
    };
    return { end };
  }

  /** Whether a request that was refused can ask for its next turn without waiting first. */
  holdsRefused(token: string): boolean {
    return this.#limiterOf(token).limiter.holdsRefused === true;
  }

  /** How things stand for the key of the last call. */
  get state(): RateLimitState {
    if (this.#current) return this.#current.limiter.state(this.#current.key);
    const { rateLimit } = this.#settings;
    const isOpen = rateLimit === false || (rateLimit !== undefined && 'take' in rateLimit);
    return isOpen ? unlimited.state('') : new KeyLimiter().forClients(rateLimit).state();
  }

  /** A call that has waited once is not sent away later. */
  #checkQueue(limiter: RateLimiter, key: string, priority: Priority): void {
    const { maxQueued } = this.#settings;
    const isFull = maxQueued < Number.POSITIVE_INFINITY && limiter.state(key).queued[priority] >= maxQueued;
    if (isFull) throw new Failure({ kind: 'queue-full', priority, maxQueued });
  }

  /** An answer is an answer, whatever becomes of telling a limiter of it. */
  async #tell(turn: Turn, answer: TurnAnswer | undefined): Promise<void> {
    try {
      await turn.end(answer);
    } catch {
      this.#settings.observers.warn('The rate limiter threw when it was told of an answer; the call goes on');
    }
  }

  #limiterOf(token: string): { key: string; limiter: RateLimiter } {
    if (this.#current?.token === token) return this.#current;
    const { baseUrl, rateLimit, observers } = this.#settings;
    const key = hash(`${new URL(baseUrl).origin} ${token}`, namespace);
    this.#current = {
      token,
      key,
      limiter: chooseLimiter(key, rateLimit, (message) => observers.warn(message)),
    };
    return this.#current;
  }
}

/** A limiter of the user's own may throw, and may not look at the signal. */
function guarded(limiter: RateLimiter, warn: (message: string) => void): RateLimiter {
  return {
    holdsRefused: limiter.holdsRefused,
    state(key) {
      try {
        return checked(limiter.state(key));
      } catch {
        warn('The rate limiter failed when it was asked for its state; the call goes on');
        return unlimited.state(key);
      }
    },
    async take(request) {
      const { signal } = request;
      try {
        const turn = limiter.take(request);
        // One that comes too late for its call was given all the same.
        turn
          .then((given) => (signal.aborted ? given.end(undefined) : undefined))
          .then(
            () => {},
            () => {},
          );
        return await untilAborted(turn, signal);
      } catch (cause) {
        signal.throwIfAborted();
        throw new Failure({ kind: 'no-turn', cause });
      }
    },
  };
}

/** Numbers are what a walk reckons with. */
function checked(state: RateLimitState): RateLimitState {
  const { limit, perMs = 1_000, queued } = state;
  if (typeof limit !== 'number' || typeof perMs !== 'number' || !isRecord(queued)) {
    throw new TypeError('The limiter gave no state');
  }
  return state;
}

/** Returns the limiter that the client option `rateLimit` asks for. */
function chooseLimiter(
  key: string,
  rateLimit: Settings['rateLimit'],
  warn: (message: string) => void,
): RateLimiter {
  if (rateLimit === false) return unlimited;
  return rateLimit && 'take' in rateLimit ? guarded(rateLimit, warn) : limiterFor(key, rateLimit);
}
