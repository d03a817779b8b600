import type { Priority, Turn, TurnRequest } from './rate-limiter.js';

interface WaitingCall {
  readonly wasRateLimited: boolean;
  readonly resume: (turn: Turn) => void;
}

/**
 * Waiting calls, in one lane for each priority. A lane is first in, first out, except that calls that got a 429 go first. They get at
 * most every other turn, so that calls that always get a 429 do not block the rest.
 */
export class Queue {
  /** A lane exists only while calls wait in it, because most keys are idle. */
  readonly #lanes: Partial<Record<Priority, Set<WaitingCall>>> = {};
  readonly #onEmpty: () => void;
  #wasLastRateLimited = false;

  /** @param onEmpty - called when the last waiting call has aborted */
  constructor(onEmpty: () => void) {
    this.#onEmpty = onEmpty;
  }

  get isEmpty(): boolean {
    return this.size('interactive') + this.size('background') === 0;
  }

  size(priority: Priority): number {
    return this.#lanes[priority]?.size ?? 0;
  }

  get urgency(): Priority {
    return this.size('interactive') > 0 ? 'interactive' : 'background';
  }

  /** Adds a call. Resolves when the call can be sent, or rejects with the reason of its signal. */
  join({ priority, wasRateLimited, signal }: TurnRequest): Promise<Turn> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const resume = (turn: Turn) => {
        signal.removeEventListener('abort', leave);
        resolve(turn);
      };
      const call = { wasRateLimited, resume };
      const leave = () => {
        this.#remove(priority, call);
        reject(signal.reason);
        if (this.isEmpty) this.#onEmpty();
      };
      this.#lanes[priority] = (this.#lanes[priority] ?? new Set()).add(call);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Removes the next call of a lane, and returns it. */
  shift(priority: Priority): WaitingCall | undefined {
    const calls = [...(this.#lanes[priority] ?? [])];
    const next = calls.find((call) => call.wasRateLimited !== this.#wasLastRateLimited) ?? calls[0];
    if (next) this.#remove(priority, next);
    this.#wasLastRateLimited = next?.wasRateLimited ?? false;
    return next;
  }

  #remove(priority: Priority, call: WaitingCall): void {
    this.#lanes[priority]?.delete(call);
    if (this.size(priority) === 0) delete this.#lanes[priority];
  }
}
