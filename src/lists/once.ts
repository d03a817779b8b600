import { parseInstant } from '../instants.js';
import type { DateRange } from '../operations/operation.js';
import { canonicalJson } from './canonical-json.js';
import { fingerprint } from './fingerprint.js';
import type { Span } from './windows.js';

/** What one window handed out, in fingerprints: the ids, and the contents without id with the number of their copies. */
interface Seen {
  readonly ids: Set<number>;
  readonly contents: Map<number, number>;
}

/**
 * Tells what a walk hands out from what it has handed out before, where neighbouring windows share it.
 *
 * An id is new once. Entries without id can be equal and still be two, so that copies are counted: as many are dropped
 * from a window as the one before it handed out. Only what stands on an edge of its window can be shared; where the date
 * of entries is not documented, each of them may.
 */
export class Once {
  readonly #dateField: DateRange['field'];
  #edges: readonly number[] = [];
  #before = nothingSeen();
  #now = nothingSeen();

  constructor(dateField: DateRange['field']) {
    this.#dateField = dateField;
  }

  /** Goes on to the next window. What was seen two windows ago is forgotten, so that memory does not grow with the range. */
  enter(window: Span): void {
    this.#edges = [window.from, window.to];
    this.#before = this.#now;
    this.#now = nothingSeen();
  }

  /** Whether this entry of the current window is to be handed out. Ask once for each entry. */
  isNew(entry: unknown): boolean {
    const id = fieldOf(entry, 'id');
    return typeof id === 'string' && id !== '' ? this.#isNewId(id) : this.#isNewContent(entry);
  }

  #isNewId(text: string): boolean {
    const id = fingerprint(text);
    const isNew = !this.#before.ids.has(id) && !this.#now.ids.has(id);
    this.#now.ids.add(id);
    return isNew;
  }

  #isNewContent(entry: unknown): boolean {
    if (!this.#mayBeShared(entry)) return true;
    const content = fingerprint(canonicalJson(entry));
    const isNew = !take(this.#before.contents, content);
    if (isNew) add(this.#now.contents, content);
    return isNew;
  }

  #mayBeShared(entry: unknown): boolean {
    if (this.#dateField === undefined) return true;
    const instant = parseInstant(fieldOf(entry, this.#dateField));
    return instant !== undefined && this.#edges.includes(instant);
  }
}

function nothingSeen(): Seen {
  return { ids: new Set(), contents: new Map() };
}

function add(copies: Map<number, number>, content: number): void {
  copies.set(content, (copies.get(content) ?? 0) + 1);
}

function take(copies: Map<number, number>, content: number): boolean {
  const count = copies.get(content) ?? 0;
  if (count > 0) copies.set(content, count - 1);
  return count > 0;
}

function fieldOf(entry: unknown, name: string): unknown {
  return typeof entry === 'object' && entry !== null ? Reflect.get(entry, name) : undefined;
}
