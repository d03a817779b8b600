import { canonicalJson } from '../../json.js';
import { LeaseError } from '../../sync/checkpoints/lease-error.js';
import { type OrderStore, oldList, type StoredOrder } from '../../sync/order-copy/order-store.js';
import { type ContractCase, casesOf, check, sleep } from './contract-case.js';

/**
 * Returns the cases that every `OrderStore` must pass. They take a few seconds. Each case uses new outlets whose IDs begin with
 * `contract-`, and leaves their rows, so use a database for tests. A case that fails rejects with an error that says what was expected.
 * @param create - returns the store, once for each case. Stores may share their data.
 * @example
 * ```ts
 * import { orderStoreContract } from 'outlet-open-api/testing';
 *
 * for (const { name, run } of orderStoreContract(() => createSqliteOrderStore(db))) test(name, run, 20_000);
 * ```
 */
export function orderStoreContract<Tx>(
  create: () => OrderStore<Tx> | Promise<OrderStore<Tx>>,
): ContractCase[] {
  return casesOf(checks, async () => new Subject(await create()));
}

/** A store under test, with an outlet of its own. */
class Subject<Tx> {
  readonly outletRef = newRef();

  constructor(readonly store: OrderStore<Tx>) {}

  /** Locks a row and writes it, in a transaction of its own. */
  async put(row: StoredOrder, outletRef = this.outletRef): Promise<void> {
    await this.store.transaction(async (tx) => {
      await this.store.lock(tx, outletRef, row.order.id);
      await this.store.write(tx, outletRef, row);
    });
  }

  async expectRow(orderId: string, expected: StoredOrder | undefined, outletRef = this.outletRef) {
    expectEqual(await this.store.read(outletRef, orderId), expected, 'read()');
  }

  async unlisted(list: string, outletRef = this.outletRef): Promise<string[]> {
    const found: string[] = [];
    for await (const orderId of this.store.unlisted(outletRef, list)) found.push(orderId);
    return found.sort();
  }
}

const checks: Readonly<Record<string, <Tx>(subject: Subject<Tx>) => Promise<void>>> = {
  async 'has a clock that advances, also in a transaction'({ store, outletRef }) {
    const first = await store.now();
    const second = await store.transaction(async (tx) => (await store.lock(tx, outletRef, 'o-1')).now);
    await sleep(20);
    const third = await store.now();
    const times = [first, second, third].map((time) => time.getTime());
    check(times.every(Number.isSafeInteger), `now() and lock() must return a valid Date, not ${times}`);
    const isOrdered = first <= second && second < third;
    check(isOrdered, `now() and lock() must return later times, not ${times}`);
  },

  async 'returns a row as it was written'(subject) {
    const row = rowOf('o-1', {
      text: 'naïve ☕ "\\\n \ufffd 🍜',
      list: [null, true, 1.5, 1e21, { deep: [] }],
    });
    await subject.put(row);
    await subject.expectRow('o-1', row);
    const later = { ...rowOf('o-1', { status: 'complete' }), readAt: new Date(1_001), lastList: 'a list' };
    await subject.put(later);
    await subject.expectRow('o-1', later);
    await subject.expectRow('o-2', undefined);
  },

  async 'keeps equal order IDs of two outlets apart'(subject) {
    const other = newRef();
    await subject.put(rowOf('o-1', { a: 1 }));
    await subject.put(rowOf('o-1', { a: 2 }), other);
    await subject.expectRow('o-1', rowOf('o-1', { a: 1 }));
    await subject.expectRow('o-1', rowOf('o-1', { a: 2 }), other);
    const { store } = subject;
    const { order } = rowOf('o-1', { a: 2 });
    const found = await store.markCurrent(other, { list: 'list', orders: [order], readAt: new Date(1_000) });
    check(found.length === 1, 'markCurrent() must find the order of its outlet');
    await subject.expectRow('o-1', rowOf('o-1', { a: 1 }));
  },

  async 'writes nothing if a transaction rejects, and rejects with its error'(subject) {
    const { store, outletRef } = subject;
    await subject.put(rowOf('o-1', { a: 1 }));
    const reason = new Error('The work failed.');
    const result = store.transaction(async (tx) => {
      for (const orderId of ['o-1', 'o-2']) {
        await store.lock(tx, outletRef, orderId);
        await store.write(tx, outletRef, rowOf(orderId, { a: 2 }));
      }
      throw reason;
    });
    const error: unknown = await result.catch((failure: unknown) => failure);
    check(error === reason, `transaction() must reject with the error of its work, not: ${error}`);
    await subject.expectRow('o-1', rowOf('o-1', { a: 1 }));
    await subject.expectRow('o-2', undefined);
    check((await subject.unlisted('list')).join() === 'o-1', 'A row that was rolled back must not be listed');
  },

  async 'never shows others a row that is not committed'(subject) {
    const { store, outletRef } = subject;
    let reading: StoredOrder | undefined | Promise<StoredOrder | undefined>;
    const result = store.transaction(async (tx) => {
      const { row } = await store.lock(tx, outletRef, 'o-1');
      check(row === undefined, 'lock() must return no row for an order without a row');
      await store.write(tx, outletRef, rowOf('o-1', { a: 1 }));
      reading = store.read(outletRef, 'o-1');
      // With one connection, it waits for the transaction.
      await Promise.race([reading, sleep(50)]);
      throw new Error('The work failed.');
    });
    await result.catch(() => {});
    expectEqual(await reading, undefined, 'read() of a row that was rolled back');
  },

  async 'locks an order that has no row: one of many adds it'(subject) {
    const { store, outletRef } = subject;
    const found = await inParallel(() =>
      store.transaction(async (tx) => {
        const { row } = await store.lock(tx, outletRef, 'o-1');
        await sleep(5);
        await store.write(tx, outletRef, rowOf('o-1', { a: 1 }));
        return row;
      }),
    );
    const adders = found.filter((row) => row === undefined).length;
    check(adders === 1, `One of ${contenders} parallel transactions must find no row, not ${adders}`);
  },

  async 'locks a row: parallel transactions see what the one before committed'(subject) {
    const { store, outletRef } = subject;
    await subject.put(rowOf('o-1', { count: 0 }));
    await inParallel(() =>
      store.transaction(async (tx) => {
        const { row } = await store.lock(tx, outletRef, 'o-1');
        await sleep(5);
        const count = Number(Object(row?.order).count) + 1;
        await store.write(tx, outletRef, rowOf('o-1', { count }));
      }),
    );
    await subject.expectRow('o-1', rowOf('o-1', { count: contenders }));
  },

  async 'marks the orders with equal content, whatever the order of their fields'(subject) {
    await subject.put({ ...rowOf('o-1', { a: 1, b: { c: 1, d: 2 } }), lastList: oldList });
    await subject.put(rowOf('o-2', { a: 1 }));
    const orders = [
      { b: { d: 2, c: 1 }, a: 1, id: 'o-1' },
      { a: 2, id: 'o-2' },
      { a: 1, id: 'o-3' },
    ];
    const listed = { list: 'list', orders, readAt: new Date(2_000) };
    const found = await subject.store.markCurrent(subject.outletRef, listed);
    expectEqual(found, ['o-1'], 'markCurrent()');
    const marked = rowOf('o-1', { a: 1, b: { c: 1, d: 2 } });
    await subject.expectRow('o-1', { ...marked, readAt: new Date(2_000), lastList: 'list' });
    await subject.expectRow('o-2', rowOf('o-2', { a: 1 }));
    await subject.expectRow('o-3', undefined);
  },

  async 'marks the orders that were read later than a list, and keeps their content and time'(subject) {
    const row = { ...rowOf('o-1', { a: 2 }), readAt: new Date(3_000) };
    await subject.put(row);
    const { store, outletRef } = subject;
    const listed = { list: 'list', orders: [rowOf('o-1', { a: 1 }).order], readAt: new Date(3_000) };
    expectEqual(await store.markCurrent(outletRef, listed), [], 'markCurrent()');
    const earlier = { ...listed, readAt: new Date(2_999) };
    expectEqual(await store.markCurrent(outletRef, earlier), ['o-1'], 'markCurrent()');
    await subject.expectRow('o-1', { ...row, lastList: 'list' });
    await store.markCurrent(outletRef, { list: 'next', orders: [row.order], readAt: new Date(2_000) });
    await subject.expectRow('o-1', { ...row, lastList: 'next' });
  },

  async 'does not take a time in the future for a later one'(subject) {
    const readAt = new Date((await subject.store.now()).getTime() + 86_400_000);
    await subject.put({ ...rowOf('o-1', { a: 2 }), readAt });
    const listed = { list: 'list', orders: [rowOf('o-1', { a: 1 }).order], readAt: new Date(1_000) };
    const found = await subject.store.markCurrent(subject.outletRef, listed);
    expectEqual(found, [], 'markCurrent() of a row that was read in the future');
  },

  async 'returns all orders that a list lacks, but for old ones'(subject) {
    const { store, outletRef } = subject;
    const ids = Array.from({ length: 1_100 }, (_, index) => `o-${index}`);
    await store.transaction(async (tx) => {
      for (const orderId of ids.toSorted()) {
        await store.lock(tx, outletRef, orderId);
        await store.write(tx, outletRef, { ...rowOf(orderId, {}), lastList: 'before' });
      }
    });
    await subject.put({ ...rowOf('listed', {}), lastList: 'list' });
    await subject.put({ ...rowOf('old', {}), lastList: oldList });
    await subject.put(rowOf('new', {}));
    await subject.put(rowOf('elsewhere', {}), newRef());
    const found = await subject.unlisted('list');
    const isComplete = found.join() === [...ids, 'new'].sort().join();
    check(isComplete, `unlisted() must return ${ids.length + 1} IDs of the outlet once, not ${found.length}`);
  },

  async 'commits a checkpoint together with the orders, for the run that has the lease'(subject) {
    const { store, outletRef } = subject;
    const { checkpoints } = store;
    const name = outletRef;
    const run = await checkpoints.acquire({ name, leaseDuration: 60_000 });
    check(run !== undefined, 'acquire() must return a run for a new name');
    const saved = { version: 2, task: 'backfill', outletRef } as const;
    const save = (orderId: string, fails: boolean) =>
      store.transaction(async (tx) => {
        await store.lock(tx, outletRef, orderId);
        await store.write(tx, outletRef, rowOf(orderId, {}));
        await checkpoints.with(tx).save(run, saved);
        if (fails) throw new Error('The work failed.');
      });
    await save('o-1', true).catch(() => {});
    const rolledBack = await checkpoints.load(name);
    check(!rolledBack, 'A transaction that rejects must not save the checkpoint');
    await save('o-1', false);
    const found = await checkpoints.load(name);
    expectEqual(typeof found === 'string' ? JSON.parse(found) : found, saved, 'load()');
    await run.release();
    const error: unknown = await save('o-2', false).catch((failure: unknown) => failure);
    const isLost = error instanceof LeaseError && error.reason === 'lost';
    check(
      isLost,
      `with(tx).save() without the lease must reject with new LeaseError('lost', name), not: ${error}`,
    );
    await subject.expectRow('o-2', undefined);
    await checkpoints.delete(name);
  },
};

const contenders = 8;

function newRef(): string {
  return `contract-${crypto.randomUUID()}`;
}

function rowOf(id: string, content: object): StoredOrder {
  return { order: { id, ...content }, readAt: new Date(1_000), lastList: null };
}

function inParallel<T>(work: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: contenders }, work));
}

function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const [found, wanted] = [actual, expected].map((value) => canonicalJson(value ?? null));
  check(found === wanted, `${what} must return ${wanted}, not ${found?.slice(0, 300)}`);
}
