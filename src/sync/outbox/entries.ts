import { publish } from '../../diagnostics/channels.js';
import { canonicalJson } from '../../json.js';
import type { OutboxRef, OutboxState } from './entry.js';
import type { OutboxChangeMessage } from './messages.js';
import { OutboxError } from './outbox-error.js';
import type { OutboxStore } from './outbox-store.js';
import { fromRow, type StoredEntry, toRow } from './stored-entry.js';

/** Computes the next entry from the stored one. Returns `undefined` if the entry stays as it is. */
export type Change = (entry: StoredEntry, now: number) => StoredEntry | undefined;

/** The entries in the store. Each change is a compare-and-set of the version, and the loser reads again. */
export class Entries<Transaction = never> {
  readonly #store: OutboxStore<Transaction>;
  readonly #isObserved: boolean;

  /** @param isObserved - whether `onChange` has to be called after changes */
  constructor(store: OutboxStore<Transaction>, isObserved: boolean) {
    this.#store = store;
    this.#isObserved = isObserved;
  }

  async now(transaction?: Transaction): Promise<number> {
    return (await this.#store.now(transaction)).getTime();
  }

  async insert(entry: StoredEntry, transaction?: Transaction): Promise<boolean> {
    const isNew = await this.#store.insert(toRow(entry, 1), transaction);
    if (isNew) publishChange(undefined, entry);
    return isNew;
  }

  async get(ref: OutboxRef, transaction?: Transaction): Promise<StoredEntry | undefined> {
    const row = await this.#store.get(ref, transaction);
    return row && fromRow(row);
  }

  async find(keyRef: string, orderId: string): Promise<OutboxRef | undefined> {
    return this.#store.find(keyRef, orderId);
  }

  /** Changes an entry, and returns what is then stored. @throws {@link OutboxError} if there is no entry */
  async change(ref: OutboxRef, change: Change): Promise<StoredEntry> {
    for (;;) {
      const row = await this.#store.get(ref);
      if (!row) throw new OutboxError('not-found', ref);
      const entry = fromRow(row);
      const now = await this.now();
      const next = change(entry, now);
      if (!next) return entry;
      const revised = this.#revised(entry, next, now);
      if (!(await this.#store.replace(toRow(revised, row.version + 1), row.version))) continue;
      if (revised.state !== entry.state) publishChange(entry.state, revised);
      return revised;
    }
  }

  #revised(before: StoredEntry, after: StoredEntry, now: number): StoredEntry {
    if (visible(before) === visible(after)) return after;
    const notifyAt = this.#isObserved ? now : null;
    return { ...after, revision: before.revision + 1, notifyAt };
  }
}

function publishChange(before: OutboxState | undefined, entry: StoredEntry): void {
  const { keyRef, partner, reference, kind, state } = entry;
  publish<OutboxChangeMessage>('outbox:change', { keyRef, partner, reference, kind, state, before });
}

/** Returns what `onChange` is called for. */
function visible({ state, orderId, order, cancel, changes }: StoredEntry): string {
  return canonicalJson([state, orderId, order, cancel, changes]);
}
