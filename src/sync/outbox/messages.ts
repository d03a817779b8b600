import type { WorkMessage } from '../../diagnostics/channels.js';
import type { OutboxRef, OutboxState } from './entry.js';
import type { StoredEntry } from './stored-entry.js';

/** A step of an outbox. `add` stores an entry, and the other steps are those of `Outbox.process`. */
export interface OutboxMessage extends WorkMessage, OutboxRef {
  /** Whether the entry is an order of a platform or of a reservation. */
  readonly kind: 'order' | 'reservation';
  /** What the outbox does for the entry. */
  readonly step: 'add' | 'send' | 'look-up' | 'read' | 'change' | 'cancel' | 'expire';
  /**
   * Headers of a trace context, such as `traceparent`. A subscriber of the start of `add` can set them. They are stored with the entry, and
   * are in all later messages about its steps.
   */
  readonly headers: Record<string, string>;
}

/** The state of an entry has changed in the store. */
export interface OutboxChangeMessage extends OutboxRef {
  /** Whether the entry is an order of a platform or of a reservation. */
  readonly kind: 'order' | 'reservation';
  /** The new state. */
  readonly state: OutboxState;
  /** The state before; `undefined` if the entry was added, in a transaction also before its commit. */
  readonly before: OutboxState | undefined;
}

export function stepMessage(entry: StoredEntry, step: OutboxMessage['step']): OutboxMessage {
  const { keyRef, partner, reference, kind, headers } = entry;
  return { run: (work) => work(), keyRef, partner, reference, kind, step, headers: { ...headers } };
}
