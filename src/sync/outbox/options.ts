import type { OutletClient } from '../../client/client.js';
import type { OrderCreateParams } from '../../entities/order.js';
import type { Verdict } from '../../errors/issue.js';
import {
  checkDuration,
  checkFunction,
  checkOneOf,
  checkSignal,
  checkText,
  hasMethods,
} from '../../options/checks.js';
import { readOptions } from '../../options/read-options.js';
import type { OutboxEntry, OutboxState } from './entry.js';
import { OutboxError } from './outbox-error.js';
import type { OutboxStore } from './outbox-store.js';

const hour = 3_600_000;

/** Options of an outbox. Durations are in milliseconds. */
export interface OutboxOptions<Transaction = never> {
  /** Keeps the entries, such as `createFileOutboxStore` of `outlet-open-api/sync/node`. */
  readonly store: OutboxStore<Transaction>;
  /** Returns the client of an API key by your ID of the key: a pool, or any object with the method `get`. */
  readonly outlets: {
    /** Returns the client of an API key. */
    get(keyRef: string): OutletClient | Promise<OutletClient>;
  };
  /**
   * Called after each change of an entry, to inform the guest. It gets the last state at least once, and not every state. It is called
   * again if it throws or takes more than 20 seconds, and after a crash. Calls for one entry can overlap, so ignore a `version` that is
   * not higher than the last.
   */
  readonly onChange?: ((entry: OutboxEntry) => unknown) | undefined;
  /**
   * Called if a step of `run` or `onChange` fails, without an entry if the store cannot be read. The error is an {@link OutboxError} if an
   * entry needs a person, or if a function that you passed did not settle within 20 seconds. Errors that it throws are ignored. Default:
   * logs the first failure of an entry, and each entry that needs a person, with `console.error`.
   */
  readonly onError?: ((error: unknown, entry: OutboxEntry | undefined) => unknown) | undefined;
  /**
   * How long the guest waits for the outlet to get the order. After that, the order expires if the outlet cannot have it. Otherwise, it
   * is repeated to get its ID, which can create it, and cancelled while it is open. A reservation is never cancelled for this reason.
   * @defaultValue `600_000`
   */
  readonly sendWithin?: number | undefined;
  /**
   * How long the outlet has to accept an order. An order whose status is then still `open` is cancelled. Set it only if the staff of all
   * your outlets confirm each order. The API specification does not define when an order leaves the status `open`.
   * @defaultValue `Infinity`
   */
  readonly acceptWithin?: number | undefined;
  /**
   * How often an order is read in its first two hours, because webhooks can be lost. Without webhooks, set it to some seconds. Each read is
   * a request. At most an hour, which is the interval after that.
   * @defaultValue `300_000`
   */
  readonly readInterval?: number | undefined;
  /** How often `run` looks for due entries of other processes, and for those that wait. @defaultValue `1_000` */
  readonly interval?: number | undefined;
}

/** Options of `addOrder` and `addReservation`. */
export interface OutboxAddOptions<Transaction = never, Body extends object = OrderCreateParams> {
  /**
   * Returns what to send: the order with what the guest did not send, such as prices and times. It is only called for a new order. So a
   * repeat needs no menu, and is recognized by the order that you pass. If it throws, nothing is added.
   */
  readonly complete?: (() => Body | Promise<Body>) | undefined;
  /**
   * The connection that has your transaction open, to add the entry together with your own rows. Confirm the order to the guest after the
   * commit. Only a store with transactions takes it, such as `createPostgresOutboxStore` of `outlet-open-api/postgres`.
   * @defaultValue The entry has a transaction of its own
   */
  readonly transaction?: Transaction | undefined;
  /** How long this guest waits. @defaultValue The option of the outbox */
  readonly sendWithin?: number | undefined;
}

/** Selects entries. */
export interface OutboxFilter {
  /** Only entries in this state. @defaultValue every state */
  readonly state?: OutboxState | undefined;
  /** Only entries of this API key, by your ID. @defaultValue every API key */
  readonly keyRef?: string | undefined;
}

export function outboxSettings<Transaction>(options: OutboxOptions<Transaction>) {
  return readOptions('The outbox was not created', options, (option) => ({
    store: option('store', checkStore),
    outlets: option('outlets', (outlets) => hasMethods(outlets, 'get') || 'must be a pool of clients'),
    onChange: option('onChange', checkFunction, undefined),
    onError: option('onError', checkFunction, logError),
    sendWithin: option('sendWithin', checkDuration, 600_000),
    acceptWithin: option('acceptWithin', checkDuration, Number.POSITIVE_INFINITY),
    readInterval: Math.min(option('readInterval', checkDuration, 300_000), hour),
    interval: option('interval', checkDuration, 1_000),
  }));
}

export function addSettings<Transaction, Body extends object>(
  options: OutboxAddOptions<Transaction, Body> | undefined,
  sendWithin: number,
) {
  return readOptions('The order was not added', options, (option) => ({
    complete: option('complete', checkFunction, undefined),
    transaction: option('transaction', () => true, undefined),
    sendWithin: option('sendWithin', checkDuration, sendWithin),
  }));
}

export function runSettings(options: { readonly signal?: AbortSignal | undefined } | undefined) {
  return readOptions('The outbox does not run', options, (option) => ({
    signal: option('signal', checkSignal, undefined),
  }));
}

const states: Readonly<Record<OutboxState, true>> = {
  waiting: true,
  unknown: true,
  created: true,
  rejected: true,
  expired: true,
  cancelled: true,
  unresolved: true,
};

export function filterSettings(filter: OutboxFilter | undefined) {
  return readOptions('The entries were not listed', filter, (option) => ({
    state: option('state', checkOneOf(...Object.keys(states)), undefined),
    keyRef: option('keyRef', checkText, undefined),
  }));
}

function checkStore(store: unknown): Verdict {
  return (
    hasMethods(store, 'now', 'insert', 'get', 'replace', 'due', 'list', 'find') || 'must be an OutboxStore'
  );
}

/** An outage fails each step of each entry, so only the first failure is logged. */
function logError(error: unknown, entry: OutboxEntry | undefined): void {
  if (error instanceof OutboxError && error.reason !== 'no-response') console.error(error.message);
  else if (!entry) console.error('The outbox cannot read its store. It tries again.', error);
  else if (entry.failures <= 1) {
    const { keyRef, partner, reference } = entry;
    console.error(
      'A step of the outbox or `onChange` failed. It is repeated.',
      { keyRef, partner, reference },
      error,
    );
  }
}
