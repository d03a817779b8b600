import type { DateRange } from '../operations/operation.js';
import { densityOf, nextLength } from './density.js';
import { type Concurrency, holdsUp, isTooLong, type Pace, paceOf, shareOf } from './plan.js';
import { Reach } from './reach.js';
import { RoundTrip } from './round-trip.js';
import { type Beat, type Gap, Neighbourhood, Stretches } from './stretches.js';
import { type FetchedPage, type FetchPage, type Place, Walker } from './walker.js';
import { firstWindow, lengthOf, restAfter, type Span } from './windows.js';

/** What a crew walks. */
export interface Task<T> {
  readonly operation: { readonly id: string; readonly range: DateRange };
  readonly span: Span;
  readonly start: Place;
  readonly fetchPage: FetchPage<T>;
  readonly concurrency: Concurrency;
  /** `Infinity` where nothing limits them. */
  readonly requestsPerSecond: () => number;
  /** Asked, and told, when the window that pages are taken from is to be walked anew in parts. */
  readonly canStartAnew: () => boolean;
  readonly startAnew: () => void;
}

/** A window that is shorter, in milliseconds, is not cut: what it holds may stand on one instant. */
const shortestCut = 60_000;

/**
 * Everybody who walks for one walk. Pages are taken from the first walker alone, in order; the others go ahead. A window
 * that turns out too long is abandoned and walked anew in parts: how far its walker came tells nothing for sure.
 */
export class Crew<T> {
  readonly #task: Task<T>;
  readonly #stretches: Stretches<T>;
  readonly #roundTrip = new RoundTrip();
  /** Pages that are still wanted, as far as one can tell. */
  wanted = Number.POSITIVE_INFINITY;
  #taken = 0;
  #isAwaited = false;
  #isDisbanded = false;
  /** Who waits for a page. */
  #arrived: { resolve(): void; reject(reason: unknown): void } = { resolve() {}, reject() {} };

  constructor(task: Task<T>) {
    const { operation, span, start } = task;
    this.#task = task;
    const near = new Neighbourhood();
    const rest = restAfter(start.window, span, operation.range);
    const first = this.#beat(start, near, undefined);
    this.#stretches = rest ? new Stretches<T>(first, { span: rest, near }) : new Stretches<T>(first);
  }

  /** The next page of the walk, or `undefined` at its end. */
  async take(): Promise<{ readonly page: FetchedPage<T>; readonly window: Span } | undefined> {
    for (;;) {
      const { head } = this.#stretches;
      if (!head) return undefined;
      const page = head.walker?.take();
      if (page) {
        this.#taken += 1;
        if (head.walker?.isEmpty) this.#stretches.leaveHead();
        return { page, window: head.span };
      }
      await this.#arrival();
    }
  }

  /** Sets everybody to work who can be of use by now, the first ones first. */
  lookAhead(): void {
    const pace = this.#pace;
    if (pace.cuts) this.#cutWhatIsTooLong(pace);
    // Whoever was set to work before counts too, however far ahead.
    let free = pace.walkers - this.#stretches.asking;
    for (let index = 0; free > 0; index += 1) {
      const isNeeded = index === 0 && this.#isAwaited;
      const walker = this.#walkerAt(index, pace, isNeeded);
      if (!walker || walker.hasFailed) return;
      const hasRoom = walker.held < pace.ahead && this.#stretches.held < pace.aheadInAll;
      const mayAsk = hasRoom || (isNeeded && walker.held === 0);
      if (!mayAsk || walker.isDone || walker.isAsking) continue;
      this.#ask(walker);
      free -= 1;
    }
  }

  /** Ends all requests. */
  disband(): void {
    this.#isDisbanded = true;
    for (const { walker } of this.#stretches.beats) walker.leave();
  }

  async #arrival(): Promise<void> {
    this.#isAwaited = true;
    this.lookAhead();
    await new Promise<void>((resolve, reject) => {
      this.#arrived = { resolve, reject };
    });
    this.#isAwaited = false;
  }

  async #ask(walker: Walker<T>): Promise<void> {
    const page = await walker.ask(this.#task.fetchPage);
    const beat = this.#stretches.beats.find((one) => one.walker === walker);
    if (this.#isDisbanded || !beat) return;
    if (page) {
      this.#roundTrip.add(page.duration);
      this.#stretches.note(beat, page);
    }
    try {
      this.lookAhead();
      this.#arrived.resolve();
    } catch (reason) {
      this.#arrived.reject(reason);
    }
  }

  get #pace(): Pace {
    const { milliseconds, answers } = this.#roundTrip;
    const line = { requestsPerSecond: this.#task.requestsPerSecond(), roundTrip: milliseconds, answers };
    return paceOf(this.#task.concurrency, line, this.#taken, this.wanted);
  }

  #walkerAt(index: number, pace: Pace, isNeeded: boolean): Walker<T> | undefined {
    const stretch = this.#stretches.at(index);
    if (!stretch || stretch.walker) return stretch?.walker;
    const isWanted = isNeeded || this.#stretches.held < pace.aheadInAll;
    return isWanted ? this.#fill(stretch, pace).walker : undefined;
  }

  /** Puts a walker into the first part of a gap. */
  #fill(gap: Gap, pace: Pace): Beat<T> {
    const { range } = this.#task.operation;
    const pages = shareOf(this.#stretches.left, pace);
    const samples = this.#stretches.samplesNear(gap);
    const isAlone = pace.walkers === 1;
    const length = isAlone ? lengthOf(gap.span) : nextLength(samples, lengthOf(gap.span), pages);
    const window = firstWindow(gap.span, range, Math.min(length, gap.longest ?? length));
    const density = densityOf(samples) ?? pages / lengthOf(window);
    const expected = isAlone ? undefined : density * lengthOf(window);
    const beat = this.#beat({ window, cursor: null }, gap.near, expected);
    const rest = restAfter(window, gap.span, range);
    this.#stretches.replace(gap, beat, ...(rest ? [{ span: rest, near: gap.near }] : []));
    return beat;
  }

  #beat(place: Place, near: Neighbourhood, expected: number | undefined): Beat<T> {
    const { id, range } = this.#task.operation;
    const walker = new Walker<T>(id, place);
    return { span: place.window, near, walker, expected, reach: new Reach(place.window, range.field) };
  }

  #cutWhatIsTooLong(pace: Pace): void {
    const { head } = this.#stretches;
    for (const beat of this.#stretches.beats) {
      if (!this.#canCut(beat)) continue;
      const haul = this.#stretches.haulOf(beat);
      if (isTooLong(haul, pace)) this.#abandon(beat, pace, beat.near);
      else if (beat === head && holdsUp(haul, pace, this.#isIdle(pace))) {
        // What was known of its neighbourhood has just turned out wrong.
        const near = beat.expected === undefined ? beat.near : new Neighbourhood();
        this.#abandon(beat, pace, near);
      }
    }
  }

  #isIdle({ ahead, aheadInAll }: Pace): boolean {
    return this.#stretches.held >= aheadInAll || this.#stretches.isIdle(ahead);
  }

  #canCut({ span, walker }: Beat<T>): boolean {
    if (walker.isDone || !walker.isWhole || lengthOf(span) < shortestCut) return false;
    return walker.taken === 0 || this.#task.canStartAnew();
  }

  /** Leaves a window to be walked anew in parts, the first of them as dense as what came of it. */
  #abandon(beat: Beat<T>, { pages }: Pace, near: Neighbourhood): void {
    const { walker, span, reach } = beat;
    walker.leave();
    if (walker.taken > 0) this.#task.startAnew();
    if (reach.density !== undefined) near.add({ length: pages / reach.density, pages, isWhole: true });
    const longest = lengthOf(span) * (reach.density === undefined ? 1 / 2 : 2 / 3);
    this.#stretches.replace(beat, { span, near, longest });
  }
}
