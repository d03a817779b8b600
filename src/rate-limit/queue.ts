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
  join({ priority, refused, signal }: TurnRequest): Promise<Turn> {
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
      lane.add(resume, refused);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Removes the next call of a lane. Returns the function that resumes the call. */
  shift(priority: Priority): Resume | undefined {
    return this.#lanes[priority].shift();
  }
}

/**
 * First in, first out, except that calls that were rejected with 429 go first. They get at most every other turn, so that calls
 * that are always rejected do not block the rest. The sets exist only while calls wait, because most keys are idle.
 */
class Lane {
  #fresh: Set<Resume> | undefined;
  #refused: Set<Resume> | undefined;
  #wasRefused = false;

  get size(): number {
    return (this.#fresh?.size ?? 0) + (this.#refused?.size ?? 0);
  }

  add(call: Resume, isRefused: boolean): void {
    if (isRefused) this.#refused = (this.#refused ?? new Set()).add(call);
    else this.#fresh = (this.#fresh ?? new Set()).add(call);
  }

  delete(call: Resume): void {
    this.#fresh?.delete(call);
    this.#refused?.delete(call);
    if (this.#fresh?.size === 0) this.#fresh = undefined;
    if (this.#refused?.size === 0) this.#refused = undefined;
  }

  shift(): Resume | undefined {
    const isRefusedNext = this.#refused !== undefined && !(this.#wasRefused && this.#fresh);
    const [call] = (isRefusedNext ? this.#refused : this.#fresh) ?? [];
    this.#wasRefused = isRefusedNext;
    if (call) this.delete(call);
    return call;
  }
}
