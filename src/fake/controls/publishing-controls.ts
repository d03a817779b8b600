import { FakeError, UnknownIdError } from '../fake-error.js';
import type { Draft, FakeChannel, FakeMenuItem } from '../outlet/state.js';

/**
 * Edits channels or menu items, as the merchant does in the dashboard. The API returns edits after they are published, unless
 * `editsVisible` is `at-once`. Only publishing sends a webhook.
 */
export interface FakePublishing<T> {
  /** Returns copies of all entries, with their edits. */
  all(): T[];
  /** Adds entries. */
  add(...entries: readonly T[]): void;
  /** Changes fields of an entry. Its `id` does not change. */
  update(id: string, changes: Partial<T>): void;
  /** Removes an entry. */
  remove(id: string): void;
  /** Publishes the edits, and sends `channels.published` or `menus.published`. */
  publish(): void;
}

/** Edits and publishes the channels of the outlet. */
export type FakeChannels = FakePublishing<FakeChannel>;

/** Edits and publishes the items of the outlet's menu, with the outlet's own prices. */
export type FakeMenus = FakePublishing<FakeMenuItem>;

/** API specification: Events, rule 2. */
export function createFakePublishing<T extends { readonly id: string }>(
  name: string,
  draftOf: () => Draft<T>,
  announce: () => void,
  reportChange: () => void,
): FakePublishing<T> {
  function find(id: string): T {
    const found = draftOf().edited.find((entry) => entry.id === id);
    if (!found) throw new UnknownIdError(`The fake outlet has no ${name} ${id}.`);
    return found;
  }

  return {
    all: () => structuredClone(draftOf().edited),
    add(...entries) {
      const { edited } = draftOf();
      const known = entries.find((entry) => edited.some(({ id }) => id === entry.id));
      if (known) throw new FakeError(`The fake outlet has a ${name} ${known.id} already.`);
      edited.push(...structuredClone(entries));
      reportChange();
    },
    update(id, changes) {
      Object.assign(find(id), structuredClone(changes), { id });
      reportChange();
    },
    remove(id) {
      const removed = find(id);
      const draft = draftOf();
      draft.edited = draft.edited.filter((entry) => entry !== removed);
      reportChange();
    },
    publish() {
      const draft = draftOf();
      draft.published = structuredClone(draft.edited);
      announce();
      reportChange();
    },
  };
}
