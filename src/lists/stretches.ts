import { densityOf, type Sample } from './density.js';
import type { Haul } from './plan.js';
import type { Reach } from './reach.js';
import type { FetchedPage, Walker } from './walker.js';
import { lengthOf, type Span } from './windows.js';

/** A part of the range that somebody walks, as one window. */
export interface Beat<T> {
  readonly span: Span;
  readonly near: Neighbourhood;
  readonly walker: Walker<T>;
  readonly reach: Reach;
  /** Pages that it was meant to have; `undefined` where nothing was known. */
  readonly expected: number | undefined;
}

/** A part of the range where nobody walks yet, to be cut into windows. */
export interface Gap {
  readonly span: Span;
  readonly near: Neighbourhood;
  /** What the first window of it may have at most, in milliseconds: less than the one that is walked anew, so that this ends. */
  readonly longest?: number;
  readonly walker?: undefined;
}

export type Stretch<T> = Beat<T> | Gap;

/** So many windows tell how much the next one holds. */
const memory = 8;

/** What the windows held that ended last in some part of the range. */
export class Neighbourhood {
  ended: readonly Sample[] = [];

  add(sample: Sample): void {
    this.ended = [...this.ended, sample].slice(-memory);
  }
}

/** All that is left of the range, in the order of the walk. */
export class Stretches<T> {
  #list: Stretch<T>[];
  /** Pages that had another one behind them, and the items on them. */
  readonly #full = { pages: 0, items: 0 };

  constructor(...list: Stretch<T>[]) {
    this.#list = list;
  }

  get head(): Stretch<T> | undefined {
    return this.#list[0];
  }

  get beats(): Beat<T>[] {
    return this.#list.filter((stretch) => stretch.walker !== undefined);
  }

  /** Pages that came, or are under way, and that nobody took. */
  get held(): number {
    return this.beats.reduce((sum, { walker }) => sum + walker.held, 0);
  }

  /** How many requests are under way. */
  get asking(): number {
    return this.beats.filter(({ walker }) => walker.isAsking).length;
  }

  /** Whether nobody has anything to do but the head, each with so many pages ahead. */
  isIdle(ahead: number): boolean {
    return this.#list.slice(1).every(({ walker }) => walker && (walker.isDone || walker.held >= ahead));
  }

  at(index: number): Stretch<T> | undefined {
    return this.#list[index];
  }

  leaveHead(): void {
    this.#list.shift();
  }

  replace(stretch: Stretch<T>, ...others: readonly Stretch<T>[]): void {
    this.#list = this.#list.flatMap((one) => (one === stretch ? others : [one]));
  }

  /** Takes in a page that came. */
  note({ walker, reach, span, near }: Beat<T>, { items, next }: FetchedPage<T>): void {
    reach.see(items);
    if (next !== null) {
      this.#full.pages += 1;
      this.#full.items += items.length;
    } else if (walker.isWhole) {
      const part = Math.min(1, items.length / (this.#full.items / this.#full.pages || 1));
      near.add({ length: lengthOf(span), pages: walker.fetched - 1 + part, isWhole: true });
    }
  }

  /** What is known around a stretch. */
  samplesNear({ near }: Stretch<T>): Sample[] {
    const begun = this.beats.filter(
      ({ walker, ...beat }) => beat.near === near && walker.isWhole && !walker.isDone,
    );
    return [...near.ended, ...begun.map(sampleOf)];
  }

  /** Pages that stand where nobody walks yet, as far as one can tell. */
  get left(): number {
    return this.#list.reduce((sum, stretch) => {
      const density = stretch.walker ? 0 : (densityOf(this.samplesNear(stretch)) ?? Number.POSITIVE_INFINITY);
      return sum + density * lengthOf(stretch.span);
    }, 0);
  }

  haulOf(beat: Beat<T>): Haul {
    const { walker, expected } = beat;
    return { fetched: walker.fetched, taken: walker.taken, expected, rest: this.#restOf(beat) };
  }

  #restOf(beat: Beat<T>): number | undefined {
    const { walker, reach, span } = beat;
    const density = densityOf(this.samplesNear(beat));
    if (density === undefined) return undefined;
    const { milliseconds, density: own = density } = reach;
    if (milliseconds === undefined) return density * lengthOf(span) - walker.fetched;
    return ((density + own) / 2) * (lengthOf(span) - milliseconds);
  }
}

/** All that stands in the part of a window that is done, or too little where the dates do not tell which part that is. */
function sampleOf<T>({ span, walker, reach }: Beat<T>): Sample {
  const { milliseconds, pages } = reach;
  return milliseconds === undefined
    ? { length: lengthOf(span), pages: walker.fetched, isWhole: false }
    : { length: milliseconds, pages, isWhole: true };
}
