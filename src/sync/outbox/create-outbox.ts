import { inTime } from '../../cancellation.js';
import { observe } from '../../diagnostics/channels.js';
import type { OrderCreateParams } from '../../entities/order.js';
import type { ReservationChanges, ReservationCreateParams } from '../../entities/reservation.js';
import { assertValid, RequestValidationError } from '../../errors/request-validation-error.js';
import { sha256Of } from '../../hash.js';
import { callSafely } from '../../logger.js';
import { createOrder, createReservation } from '../../operations/index.js';
import { assertBody } from '../../operations/request-body.js';
import { isText } from '../../options/checks.js';
import { createOrderFeed } from '../order-feed/create-order-feed.js';
import { Entries } from './entries.js';
import type { OutboxEntry, OutboxRef } from './entry.js';
import { isOrderOf } from './find-order.js';
import { stepMessage } from './messages.js';
import { nextStep } from './next-step.js';
import {
  addSettings,
  filterSettings,
  type OutboxAddOptions,
  type OutboxFilter,
  type OutboxOptions,
  outboxSettings,
  runSettings,
} from './options.js';
import type { Outbox } from './outbox.js';
import { OutboxError } from './outbox-error.js';
import { assertSame, checkRef, refOf, refOfOrder, refOfReservation } from './references.js';
import { checkedFieldsOf } from './reservation-fields.js';
import { createRunner } from './runner.js';
import { Steps } from './steps.js';
import { type EntryContent, hasEnded, type StoredEntry, shown } from './stored-entry.js';
import { limited, limitedOutlets, limitedStore, slowCallback } from './time-limits.js';
import * as to from './transitions.js';

/** The steps of one call of `process`: to send, read and cancel an order are three. */
const maxSteps = 5;

/** The number of references that a list reads at once. */
const pageSize = 100;

/**
 * Creates an outbox: an order that it has accepted reaches the outlet once, or its state says why not. This also holds if processes are
 * killed, responses are lost, or the API or the database is down.
 *
 * The entry is stored before the order is sent, with its idempotency key and the API key that sends it. While the outcome is unknown, the
 * same request is repeated for 23 hours. After that, or if a repeat cannot help, the order is searched in the action log, and is
 * `unresolved` if it is not found. Statuses come from reads only. Orders are read again at intervals, so lost webhooks do no harm.
 * Guide: Outbox. API specification: Limits › Idempotency rules.
 * @throws {@link RequestValidationError} that lists every invalid option
 * @example
 * ```ts
 * const outbox = createOutbox({ store: createFileOutboxStore('./outbox'), outlets, onChange: (entry) => showGuest(entry) });
 * void outbox.run();
 * const handle = createWebhookHandler({ verify, resolve: outlets.resolve(keyRefOf), consumers: [outbox] });
 * await outbox.addOrder('foodie-bistro', order); // in the guest's request
 * ```
 */
export function createOutbox<Transaction = never>(options: OutboxOptions<Transaction>): Outbox<Transaction> {
  const { onChange, onError, ...durations } = outboxSettings(options);
  const store = limitedStore(options.store);
  const outlets = limitedOutlets(options.outlets);
  const { sendWithin, acceptWithin, readInterval, interval } = durations;
  const entries = new Entries(store, onChange !== undefined);
  const report = (error: unknown, entry?: OutboxEntry) => callSafely(() => onError(error, entry));
  const steps = new Steps({ entries, outlets, report });
  const closing = new AbortController();
  const feed = createOrderFeed({
    signal: closing.signal,
    now: () => store.now(),
    // `receive` rejects, so the webhook handler reports it.
    onError: () => {},
    async onOrder(order, { keyRef, readAt }) {
      const byNumber = refOf(keyRef, order);
      const ref = (await store.find(keyRef, String(order.id))) ?? byNumber;
      if (ref && (await entries.get(ref))) await steps.wasRead(ref, order, readAt.getTime());
    },
  });
  const runner = createRunner({ store, get, process, interval, report });

  async function addOrder(keyRef: string, order: OrderCreateParams, options?: OutboxAddOptions<Transaction>) {
    const ref = refOfOrder(keyRef, order);
    return add(ref, order, options, (body) => {
      assertBody('The order was not added', createOrder, body);
      assertSame(ref, refOfOrder(keyRef, body));
      return { kind: 'order', body };
    });
  }

  async function addReservation(
    keyRef: string,
    reservation: ReservationCreateParams,
    options?: OutboxAddOptions<Transaction, ReservationCreateParams>,
  ) {
    const ref = refOfReservation(keyRef, reservation);
    return add(ref, reservation, options, (body) => {
      assertBody('The order was not added', createReservation, body);
      assertSame(ref, refOfReservation(keyRef, body));
      return { kind: 'reservation', body };
    });
  }

  async function add<Body extends object>(
    ref: OutboxRef,
    requested: Body,
    options: OutboxAddOptions<Transaction, Body> | undefined,
    contentOf: (body: Body) => EntryContent,
  ): Promise<OutboxEntry> {
    const { complete, transaction, ...added } = addSettings(options, sendWithin);
    closing.signal.throwIfAborted();
    const given = contentOf(requested);
    // As in the store, so that a repeat after a restart is equal.
    const requestHash = await sha256Of(JSON.parse(JSON.stringify(requested)));
    const known = await entries.get(ref, transaction);
    if (known) return repeated(known, requestHash);
    await assertKeyIsKnown(ref.keyRef);
    const content = complete ? contentOf(await complete()) : given;
    const now = await entries.now(transaction);
    const times = { sendBy: now + added.sendWithin, acceptBy: now + acceptWithin, readInterval };
    const entry = to.added(ref, content, { requestHash, ...times }, now);
    const message = stepMessage(entry, 'add');
    const isNew = await observe('outbox', message, () =>
      entries.insert({ ...entry, headers: message.headers }, transaction),
    );
    runner.wake();
    return isNew ? shown(entry) : repeated(await existing(ref, transaction), requestHash);
  }

  /** An order is also accepted if its client cannot be loaded now, or not soon, such as from a vault that is down. */
  async function assertKeyIsKnown(keyRef: string): Promise<void> {
    const notSoon = () => new Error('The client was not loaded soon.');
    await inTime(() => outlets.get(keyRef), notSoon, 1_000).catch((error: unknown) => {
      if (error instanceof RequestValidationError) throw error;
    });
  }

  function repeated(entry: StoredEntry, requestHash: string): OutboxEntry {
    if (entry.requestHash !== requestHash) throw new OutboxError('conflict', entry);
    return shown(entry);
  }

  async function existing(ref: OutboxRef, transaction?: Transaction): Promise<StoredEntry> {
    const entry = await entries.get(ref, transaction);
    if (!entry) throw new OutboxError('not-found', ref);
    return entry;
  }

  async function get(ref: OutboxRef): Promise<OutboxEntry | undefined> {
    checkRef(ref);
    const entry = await entries.get(ref);
    return entry && shown(entry);
  }

  async function* list(filter: ReturnType<typeof filterSettings>): AsyncGenerator<OutboxEntry, void> {
    let after: OutboxRef | undefined;
    do {
      const page = await store.list({ ...filter, after, limit: pageSize });
      for (const ref of page) {
        const entry = await get(ref);
        if (entry && (filter.state ?? entry.state) === entry.state) yield entry;
      }
      after = page.at(-1);
    } while (after);
  }

  async function cancel(ref: OutboxRef): Promise<OutboxEntry> {
    checkRef(ref);
    const entry = await entries.change(ref, to.cancelRequested);
    runner.wake();
    return shown(entry);
  }

  async function update(ref: OutboxRef, changes: ReservationChanges): Promise<OutboxEntry> {
    checkRef(ref);
    const fields = checkedFieldsOf(changes);
    const entry = await entries.change(ref, (stored, now) => {
      assertValid('The reservation was not changed', {
        ref: stored.kind === 'reservation' || 'must be a reservation',
      });
      const isActive = !hasEnded(stored) && !stored.cancel && !stored.endedAt;
      if (!isActive) throw new OutboxError('ended', ref);
      // An attempt that is running could arrive after a newer one.
      const canSend = stored.state === 'created' && !stored.changeAttempt;
      const stepAt = canSend ? now : stored.stepAt;
      return { ...stored, changes: { ...stored.changes, ...fields }, stepAt };
    });
    runner.wake();
    return shown(entry);
  }

  async function settle(ref: OutboxRef, orderId: string | null): Promise<OutboxEntry> {
    checkRef(ref);
    assertValid('The order was not settled', {
      orderId: orderId === null || isText(orderId) || 'must be the ID of an order, or null',
    });
    const unresolved = await existing(ref);
    const outlet = orderId === null ? undefined : await outlets.get(ref.keyRef);
    const readAt = await entries.now();
    const order = orderId === null ? undefined : await outlet?.orders.get(orderId);
    if (order && !isOrderOf(order, unresolved)) throw new OutboxError('other-order', ref);
    const entry = await entries.change(ref, (stored, now) => {
      if (stored.state !== 'unresolved') throw new OutboxError('not-unresolved', ref);
      // A person has decided, so an order that is open stays open.
      return order
        ? to.read({ ...stored, orderId: String(order.id) }, order, readAt, now)
        : to.settledAsMissing(stored);
    });
    runner.wake();
    return shown(entry);
  }

  async function process(ref: OutboxRef, beforeChange = () => {}): Promise<OutboxEntry> {
    checkRef(ref);
    try {
      for (let step = 0; step < maxSteps; step += 1) {
        const entry = await existing(ref);
        const due = nextStep(entry, await entries.now());
        if (due === 'none') break;
        await steps.perform(entry, due);
      }
    } finally {
      await notify(ref, beforeChange);
    }
    return shown(await existing(ref));
  }

  /** Calls `onChange` if it is due. A crash before the end repeats the call. */
  async function notify(ref: OutboxRef, beforeChange: () => void): Promise<void> {
    const entry = await existing(ref);
    const { notifyAt, revision } = entry;
    if (!onChange || notifyAt === null || notifyAt > (await entries.now())) return;
    beforeChange();
    try {
      await limited('`onChange`', slowCallback, () => onChange(shown(entry)), ref);
    } catch (error) {
      await entries.change(ref, to.notNotified);
      throw error;
    }
    await entries.change(ref, (stored) =>
      stored.revision === revision ? { ...stored, notifyAt: null, notifyFailures: 0 } : undefined,
    );
  }

  async function close(): Promise<void> {
    closing.abort(new OutboxError('closed'));
    await runner.close();
  }

  return {
    addOrder,
    addReservation,
    get,
    entries: (filter?: OutboxFilter) => list(filterSettings(filter)),
    cancel,
    update,
    settle,
    process: (ref) => process(ref),
    run: async (options) => runner.run(runSettings(options).signal),
    receive: feed.receive,
    close,
    [Symbol.asyncDispose]: close,
  };
}
