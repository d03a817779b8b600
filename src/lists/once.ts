import { parseInstant } from '../instants.js';
import type { DateRange } from '../operations/operation.js';
import { canonicalJson } from './canonical-json.js';
import { fieldOf } from './field-of.js';
import { fingerprint } from './fingerprint.js';
import { Fingerprints } from './fingerprints.js';
import { contains, type Span } from './windows.js';

/** What was handed out, in fingerprints: the ids, and the contents without id with the number of their copies. */
class Seen {
  readonly ids = new Fingerprints();
  readonly contents = new Copies();
}

/** What was handed out of a window that is walked anew in parts. */
interface Abandoned {
  readonly window: Span;
  readonly seen: Seen;
}

/** So many entries of a window are remembered whole, in case it is walked anew. */
const longestRestart = 4_000;

/**
 * Tells what a walk hands out from what it has handed out before, where neighbouring windows share it, or where a window
 * was begun and is walked anew in parts.
 *
 * An id is new once. Entries without id can be equal and still be two, so that copies are counted: as many are dropped
 * from a window as the one before it handed out. Only what stands on an edge of its window can be shared; where the date
 * of entries is not documented, each of them may.
 */
export class Once {
  readonly #dateField: DateRange['field'];
  #window: Span | undefined;
  #before = new Seen();
  #now = new Seen();
  /** Copies in this window that the one before it had handed out. */
  #repeated = new Copies();
  #abandoned: Abandoned[] = [];
  #entries = 0;

  constructor(dateField: DateRange['field']) {
    this.#dateField = dateField;
  }

  /** Goes on to the next window. What was seen two windows ago is forgotten, so that memory does not grow with the range. */
  enter(window: Span): void {
    this.#before = this.#now;
    this.#abandoned = this.#abandoned.filter((abandoned) => contains(abandoned.window, window));
    this.#begin(window);
  }

  /** Whether the current window can still be walked anew: so little came out of it that all of it is remembered. */
  get canStartAnew(): boolean {
    return this.#entries <= longestRestart;
  }

  /** The current window is walked anew, in parts: the next one to be entered is the first of them. */
  startAnew(): void {
    if (this.#window) this.#abandoned.push({ window: this.#window, seen: this.#now });
    this.#now = this.#before;
  }

  /** Whether this entry of the current window is to be handed out. Ask once for each entry. */
  isNew(entry: unknown): boolean {
    this.#entries += 1;
    const id = fieldOf(entry, 'id');
    return typeof id === 'string' && id !== '' ? this.#isNewId(id) : this.#isNewContent(entry);
  }

  #begin(window: Span): void {
    this.#window = window;
    this.#now = new Seen();
    this.#repeated = new Copies();
    this.#entries = 0;
  }

  #isNewId(text: string): boolean {
    const id = fingerprint(text);
    const isNewHere = this.#now.ids.add(id);
    return isNewHere && !this.#before.ids.has(id) && !this.#abandoned.some(({ seen }) => seen.ids.has(id));
  }

  #isNewContent(entry: unknown): boolean {
    const isShared = this.#mayBeShared(entry);
    const isRemembered = isShared || this.canStartAnew;
    if (!isRemembered && this.#abandoned.length === 0) return true;
    const content = fingerprint(canonicalJson(entry));
    if (isShared && this.#repeated.count(content) < this.#before.contents.count(content)) {
      this.#repeated.add(content);
      return false;
    }
    if (isRemembered) this.#now.contents.add(content);
    return !this.#abandoned.some(({ seen }) => seen.contents.take(content));
  }

  #mayBeShared(entry: unknown): boolean {
    if (this.#dateField === undefined) return true;
    const instant = parseInstant(fieldOf(entry, this.#dateField));
    return instant !== undefined && (instant === this.#window?.from || instant === this.#window?.to);
  }
}

/** How many equal copies there are of each content. */
class Copies {
  readonly #counts = new Map<number, number>();

  count(content: number): number {
    return this.#counts.get(content) ?? 0;
  }

  add(content: number): void {
    this.#counts.set(content, this.count(content) + 1);
  }

  /** Takes one copy away, if there is any. */
  take(content: number): boolean {
    const count = this.count(content);
    if (count > 0) this.#counts.set(content, count - 1);
    return count > 0;
  }
}
