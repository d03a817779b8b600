import { inTime, maxWait } from '../../cancellation.js';
import type { OutletClient } from '../../client/client.js';
import type { OutboxRef } from './entry.js';
import type { OutboxOptions } from './options.js';
import { OutboxError } from './outbox-error.js';
import type { OutboxStore } from './outbox-store.js';

// Something that hangs, such as a database whose network drops packets, must not stop the outbox without a word.

/** Calls a function that the caller passed. Rejects if it takes too long. @param name - the function, for the message */
export function limited<T>(
  name: string,
  advice: string,
  call: () => T | Promise<T>,
  ref?: OutboxRef,
): Promise<T> {
  const problem = `${name} did not settle within ${maxWait / 1_000} s. ${advice}`;
  return inTime(call, () => new OutboxError('no-response', ref, problem));
}

/** Returns a store whose methods reject if they take too long. The call may still have an effect, as after a lost connection. */
export function limitedStore<Transaction>(store: OutboxStore<Transaction>): OutboxStore<Transaction> {
  const via = <T>(method: keyof OutboxStore, call: () => T | Promise<T>) =>
    limited(`\`${method}\` of the store`, slowStore, call);
  return {
    now: (transaction) => via('now', () => store.now(transaction)),
    insert: (row, transaction) => via('insert', () => store.insert(row, transaction)),
    get: (ref, transaction) => via('get', () => store.get(ref, transaction)),
    replace: (row, version) => via('replace', () => store.replace(row, version)),
    due: (request) => via('due', () => store.due(request)),
    list: (request) => via('list', () => store.list(request)),
    find: (keyRef, orderId) => via('find', () => store.find(keyRef, orderId)),
  };
}

/** What the outbox needs of the client of an API key. */
export interface LimitedOutlets {
  get(keyRef: string): Promise<OutletClient>;
  keyHash(outlet: OutletClient): Promise<string>;
}

/** Returns a pool whose methods reject if they take too long. */
export function limitedOutlets(outlets: OutboxOptions['outlets']): LimitedOutlets {
  return {
    get: (keyRef) => limited('`outlets.get`', slowCallback, () => outlets.get(keyRef)),
    keyHash: (outlet) => limited('The `accessToken` function', slowCallback, () => outlet.keyHash()),
  };
}

const slowStore = 'Set a time limit in the client of your database, such as `query_timeout` of pg.';

/** What to do about a function that hangs. */
export const slowCallback = 'Set a time limit for its requests, such as `AbortSignal.timeout(5_000)`.';
