import { Paginator } from '../../src/lists/index.js';
import type { Concurrency } from '../../src/lists/plan.js';
import type { DateRange } from '../../src/operations/operation.js';
import { type Row, type Service, serviceOf } from './service.js';
import { VirtualClock } from './virtual-clock.js';

/** Repeatable numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Line {
  readonly requestsPerSecond: number;
  /** Milliseconds there and back. */
  readonly roundTrip: number;
  /** By which part of itself each way is longer or shorter. */
  readonly jitter: number;
  readonly seed: number;
}

/** Share of a window at either end in which nothing is sent. */
const guard = 0.1;

/** The turns of a limiter that spreads its requests over each second, and catches up inside the second what was late. */
class Turns {
  readonly #clock: VirtualClock;
  readonly #rate: number;
  readonly #waiting = new Set<() => void>();
  #isServing = false;
  #second = -1;
  #used = 0;

  constructor(clock: VirtualClock, rate: number) {
    this.#clock = clock;
    this.#rate = rate;
  }

  get queued(): number {
    return this.#waiting.size;
  }

  take(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const goAhead = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.delete(goAhead);
        reject(signal.reason);
      };
      this.#waiting.add(goAhead);
      signal.addEventListener('abort', leave, { once: true });
      this.#serve();
    });
  }

  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    while (this.#waiting.size > 0) {
      const wait = this.#opening() - this.#clock.now;
      if (wait > 0) {
        await this.#clock.sleep(wait);
      } else {
        this.#used += 1;
        const [next] = this.#waiting;
        if (next) this.#waiting.delete(next);
        next?.();
      }
    }
    this.#isServing = false;
  }

  #opening(): number {
    const { now } = this.#clock;
    const second = Math.floor(now / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#used = 0;
    }
    const due = (second + guard + (this.#used * (1 - 2 * guard)) / (this.#rate - 1)) * 1_000;
    const latest = (second + 1 - 0.8 * guard) * 1_000;
    const isOver = this.#used >= this.#rate || Math.max(due, now) > latest;
    return isOver ? (second + 1 + guard) * 1_000 : Math.max(due, now);
  }
}

export interface Walked {
  /** Milliseconds. */
  readonly took: number;
  readonly requests: Service<unknown>['requests'];
  readonly pages: number;
  readonly items: readonly { readonly id: string }[];
  readonly mostHeld: number;
  readonly mostQueued: number;
}

export interface WalkPlan {
  readonly line: Line;
  readonly range: DateRange;
  readonly span: { readonly from: number; readonly to: number };
  readonly rows: readonly Row<{ id: string; created: string }>[];
  readonly pageSizes: readonly number[];
  readonly concurrency?: Concurrency;
  /** Milliseconds that the consumer needs for each page. */
  readonly consumer?: number;
  /** The consumer leaves after so many pages. */
  readonly leaveAfter?: number;
  readonly resumeFrom?: unknown;
}

/** Walks a list over a line that takes its time, through a limiter that lets so much through. */
export function simulate(plan: WalkPlan): Promise<Walked> {
  const { line, range, span, rows, pageSizes, concurrency, consumer = 0, resumeFrom } = plan;
  const clock = new VirtualClock();
  const random = randomFrom(line.seed);
  const turns = new Turns(clock, line.requestsPerSecond);
  const order = range.order === 'unknown' ? 'oldest-first' : range.order;
  const service = serviceOf(rows, { order, bounds: 'both', pageSizes });
  const way = () => (line.roundTrip / 2) * (1 + line.jitter * (2 * random() - 1));
  let flights = 0;
  let connections = 0;
  let arrived = 0;
  let mostHeld = 0;
  let mostQueued = 0;
  const list = new Paginator<{ id: string; created: string }>({
    operation: { id: 'things.list', range },
    query: { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() },
    concurrency,
    requestsPerSecond: () => line.requestsPerSecond,
    resumeFrom,
    async fetchPage(window, cursor, signal) {
      const turn = turns.take(signal);
      mostQueued = Math.max(mostQueued, turns.queued);
      await turn;
      const begin = clock.now;
      flights += 1;
      if (flights > connections) {
        connections = flights;
        await clock.sleep(line.roundTrip * (1 + random()));
      }
      await clock.sleep(way());
      const answer = await service.fetchPage(window, cursor, signal);
      await clock.sleep(way());
      flights -= 1;
      arrived += 1;
      return { ...answer, duration: clock.now - begin };
    },
  });
  const work = async (): Promise<Walked> => {
    const items: { id: string }[] = [];
    let pages = 0;
    for await (const page of list.pages()) {
      items.push(...page.items);
      pages += 1;
      mostHeld = Math.max(mostHeld, arrived - pages);
      if (pages === plan.leaveAfter) break;
      if (consumer > 0) await clock.sleep(consumer);
    }
    return { took: clock.now, requests: service.requests, pages, items, mostHeld, mostQueued };
  };
  return clock.run(work());
}
