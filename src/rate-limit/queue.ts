import type { Priority, Turn, TurnRequest } from './rate-limiter.js';

type Resume = (turn: Turn) => void;

/** Waiting calls, in one lane for each priority. */
export class Queue {
  readonly #lanes = { interactive: new Lane(), background: new Lane() };
  readonly #onEmpty: () => void;

  /** @param onEmpty - called when the last waiting call has aborted */
  constructor(onEmpty: () => void) {
    this.#onEmpty = onEmpty;
  }

  get isEmpty(): boolean {
    return this.size('interactive') + this.size('background') === 0;
  }

  size(priority: Priority): number {
    return this.#lanes[priority].size;
  }

  /** Adds a call. Resolves when the call can be sent, or rejects with the reason of its signal. */
  join({ priority, wasRateLimited, signal }: TurnRequest): Promise<Turn> {
    const lane = this.#lanes[priority];
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const resume = (turn: Turn) => {
        signal.removeEventListener('abort', leave);
        resolve(turn);
      };
      const leave = () => {
        lane.delete(resume);
        reject(signal.reason);
        if (this.isEmpty) this.#onEmpty();
      };
      lane.add(resume, wasRateLimited);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Removes the next call of a lane. Returns the function that resumes the call. */
  shift(priority: Priority): Resume | undefined {
    return this.#lanes[priority].shift();
  }
}

/**
 * First in, first out, except that calls that got a 429 go first. They get at most every other turn, so that calls that always
 * get a 429 do not block the rest. The sets exist only while calls wait, because most keys are idle.
 */
class Lane {
  #others: Set<Resume> | undefined;
  #rateLimited: Set<Resume> | undefined;
  #wasLastRateLimited = false;

  get size(): number {
    return (this.#others?.size ?? 0) + (this.#rateLimited?.size ?? 0);
  }

  add(call: Resume, isRateLimited: boolean): void {
    if (isRateLimited) this.#rateLimited = (this.#rateLimited ?? new Set()).add(call);
    else this.#others = (this.#others ?? new Set()).add(call);
  }

  delete(call: Resume): void {
    this.#others?.delete(call);
    this.#rateLimited?.delete(call);
    if (this.#others?.size === 0) this.#others = undefined;
    if (this.#rateLimited?.size === 0) this.#rateLimited = undefined;
  }

  shift(): Resume | undefined {
    const isRateLimited = this.#rateLimited !== undefined && !(this.#wasLastRateLimited && this.#others);
    const [call] = (isRateLimited ? this.#rateLimited : this.#others) ?? [];
    this.#wasLastRateLimited = isRateLimited;
    if (call) this.delete(call);
    return call;
  }
}
