import { brand, OutletError } from '../../errors/outlet-error.js';
import type { OutboxRef } from './entry.js';

/**
 * An outbox rejected a call, or an entry needs a person.
 * - What to do: `reason` says what happened; look for an `unresolved` order in the POS, and then call `settle`.
 */
export class OutboxError extends OutletError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'OutboxError');

  /**
   * What happened.
   *
   * - `conflict`: The reference has another order. Respond to the guest with 409.
   * - `not-found`: There is no entry with this reference.
   * - `ended`: A change came after the end of the order, or after its cancellation.
   * - `not-unresolved`: `settle` was called for an entry that is not `unresolved`.
   * - `other-order`: The order that was passed to `settle` has another reference.
   * - `unresolved`: The outlet may have the order. Look for it in the POS, and then call `settle`.
   * - `second-order`: The outlet has two orders with the reference. Cancel one of them in the POS.
   * - `no-response`: A method of the store, `onChange`, or a function that loads a client or its token did not settle within 20 s. It may
   *   have had its effect. `run` calls it again.
   * - `closed`: The outbox was closed.
   */
  readonly reason:
    | 'conflict'
    | 'not-found'
    | 'ended'
    | 'not-unresolved'
    | 'other-order'
    | 'unresolved'
    | 'second-order'
    | 'no-response'
    | 'closed';
  /** The reference of the entry. */
  readonly ref: OutboxRef | undefined;

  /** @internal */
  constructor(reason: OutboxError['reason'], ref?: OutboxRef, details = '') {
    const subject = ref ? `The order ${ref.reference} of ${ref.keyRef} (${ref.partner})` : 'The outbox';
    super([`${subject} ${explanations[reason]}`, details].filter(Boolean).join(' '));
    this.reason = reason;
    this.ref = ref && { keyRef: ref.keyRef, partner: ref.partner, reference: ref.reference };
  }
}

const explanations: Readonly<Record<OutboxError['reason'], string>> = {
  conflict:
    'was not added: the reference has another order. Respond with 409, and use another reference for each order.',
  'not-found': 'is not in the outbox. Check the reference.',
  ended: 'was not changed: it has ended, or a cancellation was requested.',
  'not-unresolved': 'was not settled: it is not unresolved.',
  'other-order': 'was not settled: the order with this ID has another reference. Check the ID in the POS.',
  unresolved: 'may be in the POS, but was not found. Look for it there, then call settle().',
  'second-order': 'is in the POS twice. Cancel one of the two orders there.',
  'no-response': 'waited in vain:',
  closed: 'is closed. Create a new outbox.',
};
