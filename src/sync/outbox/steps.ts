import type { OutletClient } from '../../client/client.js';
import { observe } from '../../diagnostics/channels.js';
import type { Order } from '../../entities/order.js';
import {
  ApiError,
  AuthenticationError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from '../../errors/api-errors.js';
import { otherBodyHint } from '../../errors/call-error.js';
import { OutletError } from '../../errors/outlet-error.js';
import type { Change, Entries } from './entries.js';
import type { OutboxEntry, OutboxRef } from './entry.js';
import { findOrder } from './find-order.js';
import { stepMessage } from './messages.js';
import { canRepeat, type DueStep, nextStep } from './next-step.js';
import { OutboxError } from './outbox-error.js';
import { changesOf, changesToSend, type FieldValues, fieldsOf, withoutSent } from './reservation-fields.js';
import { sendOutcomeOf } from './send-outcome.js';
import { type StoredEntry, shown } from './stored-entry.js';
import type { LimitedOutlets } from './time-limits.js';
import * as to from './transitions.js';

/** What the steps need. */
export interface StepParts {
  readonly entries: Entries;
  readonly outlets: LimitedOutlets;
  /** Reports what needs a person. */
  readonly report: (error: OutboxError, entry: OutboxEntry) => void;
}

/** Call options, so that a call ends before its claim. */
const timeLimits = { timeout: 8_000, deadline: 12_000 };
/** Two calls. */
const twoCalls = 2 * to.claimDuration;
/** A look-up can read many orders. */
const lookUpDuration = 10 * 60_000;

/** Performs the steps of entries. */
export class Steps {
  readonly #entries: Entries;
  readonly #outlets: StepParts['outlets'];
  readonly #report: StepParts['report'];

  constructor({ entries, outlets, report }: StepParts) {
    this.#entries = entries;
    this.#outlets = outlets;
    this.#report = report;
  }

  /** Performs a step that is due. If it fails, stores when to repeat it, and rejects. */
  perform(entry: StoredEntry, step: DueStep): Promise<void> {
    return observe('outbox', stepMessage(entry, step), () => this.#attempt(entry, step));
  }

  async #attempt(entry: StoredEntry, step: DueStep): Promise<void> {
    try {
      await this.#perform(entry, step);
    } catch (error) {
      const isAboutSending = step === 'send' || step === 'look-up';
      const after = await this.#entries.change(entry, (current, now) => {
        // A webhook can have shown the order meanwhile.
        const isSettled = isAboutSending && current.orderId !== undefined;
        return isSettled ? undefined : to.failed(current, messageOf(error), now);
      });
      this.#reportUnresolved(entry, after);
      throw error;
    }
  }

  /** Stores an order that was read. */
  async wasRead(ref: OutboxRef, order: Order, readAt: number): Promise<StoredEntry> {
    return this.#found(ref, (current, now) => to.read(current, order, readAt, now));
  }

  async #perform(entry: StoredEntry, step: DueStep): Promise<void> {
    if (step === 'expire') await this.#claim(entry, step, to.expired);
    else if (step === 'send') await this.#send(entry);
    else if (step === 'look-up') await this.#lookUp(entry, new OutletError(forgotten));
    else if (step === 'cancel') await this.#cancel(entry);
    else if (step === 'change') await this.#change(entry);
    else await this.#readAgain(entry);
  }

  /** Reserves a step for this process. Returns `undefined` if another process has taken or finished it. */
  async #claim(ref: OutboxRef, expected: DueStep, change: Change): Promise<StoredEntry | undefined> {
    let claimed: StoredEntry | undefined;
    await this.#entries.change(ref, (entry, now) => {
      claimed = nextStep(entry, now) === expected ? change(entry, now) : undefined;
      return claimed;
    });
    return claimed;
  }

  async #send(entry: StoredEntry): Promise<void> {
    const begin = performance.now();
    const outlet = await this.#outlets.get(entry.keyRef);
    const keyHash = await this.#outlets.keyHash(outlet);
    // Another API key may not know the idempotency key, and would create a second order.
    if (entry.keyHash !== undefined && entry.keyHash !== keyHash)
      return this.#lookUp(entry, new OutletError(keyReplaced), { isKeyReplaced: true });
    let isFirst = false;
    const claimed = await this.#claim(entry, 'send', (current, now) => {
      isFirst = current.state === 'waiting';
      return to.sending(current, keyHash, now);
    });
    if (!claimed) return;
    // This process may have been suspended, and another one may have taken over.
    if (performance.now() - begin > to.claimDuration / 2) throw new OutletError(tooSlow);
    const attempt = () =>
      create(outlet, claimed).then(
        (orderId) => ({ orderId, outcome: 'created' as const, error: undefined }),
        (error: unknown) => ({ orderId: '', outcome: sendOutcomeOf(error, isFirst), error }),
      );
    let result = await attempt();
    // If an earlier attempt did not create the order, the API now knows the key with this rejection, and repeats it.
    const isNewRejection = result.error instanceof ApiError && !result.error.idempotentReplay;
    if (result.outcome === 'look-up' && isNewRejection) result = await attempt();
    // From here on, an error is one of the store, and says nothing about the order.
    const { orderId, outcome, error } = result;
    if (outcome === 'look-up') return this.#lookUp(claimed, error);
    if (outcome === 'created') await this.#found(entry, (current, now) => to.created(current, orderId, now));
    else if (outcome === 'rejected')
      await this.#entries.change(entry, (current) => to.rejected(current, rejectionOf(error)));
    else {
      if (outcome === 'unsent')
        await this.#entries.change(entry, (current) => to.unsent(current, claimed.attempts));
      throw error;
    }
  }

  /** Stores that the outlet has an order. Reports once if it is a second one. */
  async #found(ref: OutboxRef, change: Change): Promise<StoredEntry> {
    let isSecond = false;
    const entry = await this.#entries.change(ref, (current, now) => {
      const next = change(current, now);
      isSecond = next !== undefined && next.secondOrderId !== current.secondOrderId;
      return next;
    });
    const ids = `Their IDs are ${entry.orderId} and ${entry.secondOrderId}.`;
    if (isSecond) this.#report(new OutboxError('second-order', entry, ids), shown(entry));
    return entry;
  }

  /** Looks for an order that cannot be sent again. @param reason - why not */
  async #lookUp(entry: StoredEntry, reason: unknown, { isKeyReplaced = false } = {}): Promise<void> {
    await this.#entries.change(entry, (current, now) =>
      current.orderId === undefined ? { ...current, stepAt: now + lookUpDuration } : undefined,
    );
    const outlet = await this.#outlets.get(entry.keyRef);
    const found = await findOrder(outlet, this.#entries, entry).catch(ifNotAllowed);
    if (found) {
      await this.wasRead(entry, found.order, found.readAt);
      return;
    }
    // The calls above can have replaced a token that was no longer valid.
    const isSameKey = isKeyReplaced && (await this.#outlets.keyHash(outlet)) === entry.keyHash;
    if (isSameKey && canRepeat(entry, await this.#entries.now())) throw reason;
    const after = await this.#entries.change(entry, (current, now) =>
      to.unresolved(current, messageOf(reason), now),
    );
    this.#reportUnresolved(entry, after);
  }

  async #readAgain(entry: StoredEntry): Promise<void> {
    const claimed = await this.#claim(entry, 'read', reserve(to.claimDuration));
    if (claimed) await this.#read(await this.#outlets.get(entry.keyRef), claimed);
  }

  async #read(outlet: OutletClient, entry: StoredEntry): Promise<StoredEntry> {
    const readAt = await this.#entries.now();
    const order = await outlet.orders.get(entry.orderId ?? '', { ...timeLimits, priority: 'background' });
    return this.wasRead(entry, order, readAt);
  }

  /** Only a read says whether an order is cancelled. If the API rejects the cancellation of an open order, it is tried again. */
  async #cancel(entry: StoredEntry): Promise<void> {
    const claimed = await this.#claim(entry, 'cancel', reserve(twoCalls));
    if (!claimed?.orderId) return;
    const outlet = await this.#outlets.get(entry.keyRef);
    const resource = claimed.kind === 'order' ? outlet.orders : outlet.reservations;
    const failure = await resource.cancel(claimed.orderId, timeLimits).then(
      () => new OutletError(notCancelled),
      (error: unknown) => error,
    );
    const { cancel, order } = await this.#read(outlet, claimed);
    if (cancel !== 'requested') return;
    if (order?.status === 'open' || !isRejection(failure)) throw failure;
    await this.#entries.change(entry, (current) => ({
      ...current,
      cancel: 'too-late',
      error: messageOf(failure),
    }));
  }

  /** Sends the changes of a reservation. Reads the order first, so that a repeat does not undo what the staff has changed since. */
  async #change(entry: StoredEntry): Promise<void> {
    const claimed = await this.#claim(entry, 'change', reserve(twoCalls));
    if (!claimed?.orderId) return;
    const { orderId, changes = {}, changeAttempt } = claimed;
    const outlet = await this.#outlets.get(entry.keyRef);
    const before = fieldsOf(await outlet.orders.get(orderId, timeLimits));
    const sent = changesToSend(changes, before, changeAttempt);
    try {
      if (Object.keys(sent).length > 0) {
        const done = withoutSent(changes, sent) ?? {};
        let isOvertaken = false;
        await this.#entries.change(entry, (current) => {
          // There is a newer change, which another process may have sent already.
          isOvertaken = current.stepAt !== claimed.stepAt;
          if (isOvertaken) return undefined;
          const left = current.changes && withoutSent(current.changes, done);
          return { ...current, changes: left, changeAttempt: { before, sent } };
        });
        if (isOvertaken) return;
        await outlet.reservations.update(orderId, changesOf(sent), timeLimits);
      }
    } catch (error) {
      if (isRejection(error)) await this.#wasChanged(entry, changes, messageOf(error));
      throw error;
    }
    await this.#wasChanged(entry, changes);
  }

  /** Removes changes that were sent or rejected. */
  async #wasChanged(ref: OutboxRef, sent: FieldValues, error?: string): Promise<void> {
    await this.#entries.change(ref, (entry, now) => {
      const changes = entry.changes && withoutSent(entry.changes, sent);
      return { ...entry, changes, changeAttempt: undefined, failures: 0, error, stepAt: now };
    });
  }

  /** Reports once that an entry is unresolved, because its look-up is repeated. */
  #reportUnresolved(before: StoredEntry, after: StoredEntry): void {
    if (before.state === 'unresolved' || after.state !== 'unresolved') return;
    this.#report(new OutboxError('unresolved', after, after.error), shown(after));
  }
}

const keyReplaced = 'The API key was replaced before the outcome of an attempt was known.';
const forgotten = 'The API no longer knows the idempotency key, so the order was not sent again.';
const tooSlow =
  'The store or the access token took too long, so the order was not sent. The next attempt follows.';
const notCancelled = 'The API accepted the cancellation, but the order is not cancelled. It is tried again.';

/** A key that cannot read the action log will not be able to later, so a person has to look now. */
function ifNotAllowed(error: unknown): undefined {
  if (!(error instanceof PermissionDeniedError || error instanceof NotFoundError)) throw error;
}

function reserve(duration: number): Change {
  return (entry, now) => ({ ...entry, stepAt: now + duration });
}

/** Sends an order, if the API key is still the one of the entry. */
async function create(
  outlet: OutletClient,
  { kind, body, idempotencyKey, keyHash }: StoredEntry,
): Promise<string> {
  if (!body) throw new OutletError('The entry in the store has no body.');
  const options = { idempotencyKey, keyHash, ...timeLimits };
  const { id } = await (kind === 'order'
    ? outlet.orders.create(body, options)
    : outlet.reservations.create(body, options));
  return String(id);
}

/** Returns whether the API rejected a call for a reason that stays. */
function isRejection(error: unknown): boolean {
  const isPassing = error instanceof AuthenticationError || error instanceof RateLimitError;
  return error instanceof ApiError && error.outcome === 'rejected' && !isPassing;
}

/** Returns why the API rejected an order, for a reader who does not know the idempotency key. */
function rejectionOf(error: unknown): Pick<StoredEntry, 'error' | 'fieldErrors'> {
  const fieldErrors = error instanceof ApiError ? error.fieldErrors : undefined;
  return { error: messageOf(error).replace(` ${otherBodyHint}`, ''), fieldErrors };
}

/** Messages of the SDK contain no personal data. */
function messageOf(error: unknown): string {
  return error instanceof OutletError ? error.message : String(error);
}
