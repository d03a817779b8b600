import { LeaseError } from '../../errors/lease-error.js';
import { canonicalJson } from '../../records.js';
import type { CheckpointStore, Lease, SyncCheckpoint } from '../../sync/checkpoints/checkpoint-store.js';
import type { ContractCase } from './contract-case.js';

const short = 1_000;
const long = 60_000;
const contenders = 8;

type Check = (store: CheckpointStore, newName: (suffix?: string) => string) => Promise<void>;

/** By what a store does. */
const checks: Readonly<Record<string, Check>> = {
  async 'loads nothing for a name without a checkpoint'(store, newName) {
    expectEqual('the checkpoint of a new name', (await store.load(newName())) ?? null, null);
  },

  async 'loads the checkpoint that was saved last'(store, newName) {
    const name = newName();
    const lease = await take(store, name);
    const last = checkpoint({ page: 2, text: 'naïve ☕ "\\\n', list: [null, true, 1.5, { deep: [] }] });
    await lease.save(checkpoint({ page: 1, more: 'x'.repeat(200_000) }));
    await lease.save(last);
    expectEqual('the loaded checkpoint', await loaded(store, name), last);
    await lease.release();
    expectEqual('the checkpoint after the lease was released', await loaded(store, name), last);
  },

  async 'keeps names apart'(store, newName) {
    const suffixes = [
      '',
      '.json',
      '.lock',
      '/a',
      '/../b',
      ' ',
      '%2F',
      'ä',
      'Ж'.repeat(60),
      `${'Ж'.repeat(60)}2`,
    ];
    const names = suffixes.map((suffix) => newName(suffix));
    for (const name of names) await saveOnce(store, name, checkpoint({ name }));
    for (const name of names)
      expectEqual(`checkpoint of ${name}`, await loaded(store, name), checkpoint({ name }));
  },

  async 'grants the lease of a name to one of many at a time'(store, newName) {
    const name = newName();
    const [first] = await takeOne(store, name);
    expectEqual('another lease of the name', await store.lease(name, long), undefined);
    await take(store, newName());
    await first.release();
    await take(store, name);
  },

  async 'keeps a lease that is renewed'(store, newName) {
    const name = newName();
    const lease = await take(store, name, short);
    expectEqual('renew', await lease.renew(long), true);
    await sleep(short * 1.5);
    expectEqual('another lease of the name', await store.lease(name, short), undefined);
  },

  async 'renews a lease that has expired, if nobody took it'(store, newName) {
    const name = newName();
    const lease = await take(store, name, short);
    await sleep(short * 1.5);
    expectEqual('renew', await lease.renew(long), true);
    expectEqual('another lease of the name', await store.lease(name, long), undefined);
    await lease.save(checkpoint({ page: 1 }));
  },

  async 'grants an expired lease to one of many, and its old holder cannot renew, release or save'(
    store,
    newName,
  ) {
    const name = newName();
    const old = await take(store, name, short);
    await old.save(checkpoint({ page: 1 }));
    await sleep(short * 1.5);
    const [holder] = await takeOne(store, name);
    expectEqual('renew of the old holder', await old.renew(long), false);
    await expectLost(old.save(checkpoint({ page: 2 })));
    await old.release();
    expectEqual('another lease of the name', await store.lease(name, long), undefined);
    expectEqual('the checkpoint', await loaded(store, name), checkpoint({ page: 1 }));
    await holder.save(checkpoint({ page: 3 }));
    expectEqual('renew of the new holder', await holder.renew(long), true);
    await expectLost(old.save(checkpoint({ page: 4 })));
    expectEqual('the checkpoint', await loaded(store, name), checkpoint({ page: 3 }));
  },

  async 'rejects a save after release'(store, newName) {
    const name = newName();
    const lease = await take(store, name);
    await lease.release();
    await expectLost(lease.save(checkpoint({})));
    expectEqual('the checkpoint', (await store.load(name)) ?? null, null);
  },

  async 'lists the names that have a checkpoint'(store, newName) {
    const names = ['', '/a', ' ü', 'Ж'.repeat(60)].map((suffix) => newName(suffix));
    for (const name of names) await saveOnce(store, name, checkpoint({}));
    const leased = newName();
    await take(store, leased);
    const listed = await store.list();
    for (const name of names)
      expectEqual(`list() contains ${name}`, listed.filter((one) => one === name).length, 1);
    expectEqual('list() contains a name that only has a lease', listed.includes(leased), false);
  },

  async 'deletes a checkpoint, and no lease'(store, newName) {
    const [name, other] = [newName(), newName()];
    await saveOnce(store, other, checkpoint({}));
    const lease = await take(store, name);
    await lease.save(checkpoint({ page: 1 }));
    await store.delete(name);
    expectEqual('the deleted checkpoint', (await store.load(name)) ?? null, null);
    const listed = await store.list();
    expectEqual(
      'list() contains the deleted and the other name',
      [name, other].map((one) => listed.includes(one)),
      [false, true],
    );
    expectEqual('another lease of the name', await store.lease(name, long), undefined);
    await lease.save(checkpoint({ page: 2 }));
    expectEqual('the checkpoint', await loaded(store, name), checkpoint({ page: 2 }));
    await store.delete(newName());
  },
};

/**
 * Returns the cases that every `CheckpointStore` must pass. They take about 5 seconds together, use a new name for each checkpoint,
 * and delete the checkpoints in the end. A case fails by throwing an `Error` that says what was expected.
 *
 * @param create - creates the store, once for each case. Stores may share their data.
 *
 * @example
 * ```ts
 * import { checkpointStoreContract } from 'outlet-open-api/testing';
 *
 * for (const { name, run } of checkpointStoreContract(() => createRedisCheckpointStore(redis))) test(name, run);
 * ```
 */
export function checkpointStoreContract(
  create: () => CheckpointStore | Promise<CheckpointStore>,
): ContractCase[] {
  return Object.entries(checks).map(([name, check]) => ({ name, run: () => runCheck(create, check) }));
}

async function runCheck(
  create: () => CheckpointStore | Promise<CheckpointStore>,
  check: Check,
): Promise<void> {
  const store = await create();
  const prefix = `contract-${crypto.randomUUID()}`;
  const names = new Set<string>();
  const newName = (suffix = `-${names.size}`) => {
    names.add(prefix + suffix);
    return prefix + suffix;
  };
  try {
    await check(store, newName);
  } finally {
    for (const name of names) await store.delete(name);
  }
}

function checkpoint(content: object): SyncCheckpoint {
  return Object.assign({ version: 2, task: 'backfill', outlet: 'contract' } as const, content);
}

async function take(store: CheckpointStore, name: string, duration = long): Promise<Lease> {
  const lease = await store.lease(name, duration);
  if (!lease) throw new Error(`lease(${JSON.stringify(name)}) must return a lease, because nobody has it`);
  return lease;
}

/** Asks for a lease many times at once. */
async function takeOne(store: CheckpointStore, name: string): Promise<[Lease]> {
  const asked = await Promise.all(Array.from({ length: contenders }, () => store.lease(name, long)));
  const [lease, ...others] = asked.filter((one) => one !== undefined);
  if (lease && others.length === 0) return [lease];
  throw new Error(
    `One of ${contenders} calls of lease() must return a lease, not ${lease ? others.length + 1 : 0}`,
  );
}

async function saveOnce(store: CheckpointStore, name: string, saved: SyncCheckpoint): Promise<void> {
  const lease = await take(store, name);
  await lease.save(saved);
  await lease.release();
}

/** A store may return the JSON text. */
async function loaded(store: CheckpointStore, name: string): Promise<unknown> {
  const found = await store.load(name);
  return typeof found === 'string' ? JSON.parse(found) : found;
}

async function expectLost(saving: Promise<void>): Promise<void> {
  const error: unknown = await saving.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const isLost = error instanceof LeaseError && error.reason === 'lost';
  if (!isLost)
    throw new Error(`save() without the lease must reject with new LeaseError('lost', name), not: ${error}`);
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  const [is, shouldBe] = [actual, expected].map((value) => canonicalJson(value) ?? 'undefined');
  if (is !== shouldBe) throw new Error(`${what} must be ${shouldBe}, not ${is?.slice(0, 200)}`);
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
