import { canonicalJson } from '../../json.js';
import type { CheckpointStore, SyncCheckpoint, SyncRun } from '../../sync/checkpoints/checkpoint-store.js';
import { LeaseError } from '../../sync/checkpoints/lease-error.js';
import { type ContractCase, check, sleep } from './contract-case.js';

const short = 1_000;
const afterShort = 1_500;
const long = 60_000;
const contenders = 8;

const longSuffix = 'Ж'.repeat(60);
const suffixes = ['', '.json', '.lock', '/a', '/../b', ' ', ' ü', '%2F', longSuffix, `${longSuffix}2`];

/**
 * Returns the cases that every `CheckpointStore` must pass. They take about 3 seconds, use a new name for each checkpoint, and delete
 * their checkpoints at the end. A case that fails rejects with an error that says what was expected.
 * @param create - creates the store, once for each case. Stores may share their data.
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
  return Object.entries(cases).map(([name, runCase]) => ({
    name,
    async run() {
      const store = await create();
      const prefix = `contract-${crypto.randomUUID()}`;
      const names: string[] = [];
      const newName = (suffix = `-${names.length}`) => {
        names.push(prefix + suffix);
        return prefix + suffix;
      };
      try {
        await runCase(store, newName);
      } finally {
        for (const name of names) await store.delete(name);
      }
    },
  }));
}

type Case = (store: CheckpointStore, newName: (suffix?: string) => string) => Promise<void>;

const cases: Readonly<Record<string, Case>> = {
  async 'loads the checkpoint that was saved last, and rejects a save after release'(store, newName) {
    const name = newName();
    await expectSaved(store, name, null);
    const run = await acquire(store, name);
    const last = checkpoint({ page: 2, text: 'naïve ☕ "\\\n', list: [null, true, 1.5, { deep: [] }] });
    await run.save(checkpoint({ page: 1, more: 'x'.repeat(200_000) }));
    await run.save(last);
    await expectSaved(store, name, last);
    await run.release();
    await expectLost(run);
    await expectSaved(store, name, last);
  },

  async 'keeps names apart, and lists those that have a checkpoint'(store, newName) {
    const names = suffixes.map((suffix) => newName(suffix));
    const leased = newName();
    await acquire(store, leased);
    for (const name of names) await saveOnce(store, name, checkpoint({ name }));
    for (const name of names) await expectSaved(store, name, checkpoint({ name }));
    for (const name of names) await expectListed(store, name, 1);
    await expectListed(store, leased, 0);
  },

  async 'grants the lease of a name to one of many at a time'(store, newName) {
    const name = newName();
    const first = await acquireOne(store, name);
    await expectTaken(store, name);
    await acquire(store, newName());
    await first.release();
    await acquire(store, name);
  },

  async 'renews a lease, also one that has expired if nobody took it'(store, newName) {
    const [name, other] = [newName(), newName()];
    const [run, expired] = [await acquire(store, name, short), await acquire(store, other, short)];
    await expectRenewed(run, true);
    await sleep(afterShort);
    await expectTaken(store, name);
    await expectRenewed(expired, true);
    await expectTaken(store, other);
    await expired.save(checkpoint({ page: 1 }));
    await expectSaved(store, other, checkpoint({ page: 1 }));
  },

  async 'grants an expired lease to one of many, and its old holder cannot save'(store, newName) {
    const name = newName();
    const old = await acquire(store, name, short);
    await old.save(checkpoint({ page: 1 }));
    await sleep(afterShort);
    const holder = await acquireOne(store, name);
    await expectRenewed(old, false);
    await expectLost(old);
    await old.release();
    await expectTaken(store, name);
    await expectSaved(store, name, checkpoint({ page: 1 }));
    await holder.save(checkpoint({ page: 3 }));
    await expectRenewed(holder, true);
    await expectLost(old);
    await expectSaved(store, name, checkpoint({ page: 3 }));
  },

  async 'deletes a checkpoint, and no lease'(store, newName) {
    const [name, other] = [newName(), newName()];
    await saveOnce(store, other, checkpoint({}));
    const run = await acquire(store, name);
    await run.save(checkpoint({ page: 1 }));
    await store.delete(name);
    await expectSaved(store, name, null);
    await expectListed(store, name, 0);
    await expectListed(store, other, 1);
    await expectTaken(store, name);
    await run.save(checkpoint({ page: 2 }));
    await expectSaved(store, name, checkpoint({ page: 2 }));
    await store.delete(newName());
  },
};

function checkpoint(content: object): SyncCheckpoint {
  return Object.assign({ version: 2, task: 'backfill', outletRef: 'contract' } as const, content);
}

async function acquire(store: CheckpointStore, name: string, duration = long): Promise<SyncRun> {
  const run = await store.acquire({ name, leaseDuration: duration });
  check(run !== undefined, `acquire() must return a run for ${name}, because nobody has its lease`);
  return run;
}

/** Requests the lease of a name many times in parallel. */
async function acquireOne(store: CheckpointStore, name: string): Promise<SyncRun> {
  const asked = await Promise.all(
    Array.from({ length: contenders }, () => store.acquire({ name, leaseDuration: long })),
  );
  const [run, ...others] = asked.filter((one) => one !== undefined);
  const isOne = run !== undefined && others.length === 0;
  check(isOne, `One of ${contenders} calls of acquire() must return a run`);
  return run;
}

async function saveOnce(store: CheckpointStore, name: string, saved: SyncCheckpoint): Promise<void> {
  const run = await acquire(store, name);
  await run.save(saved);
  await run.release();
}

async function expectTaken(store: CheckpointStore, name: string): Promise<void> {
  const run = await store.acquire({ name, leaseDuration: long });
  check(run === undefined, `acquire() must return undefined for ${name}, whose lease is taken`);
}

async function expectRenewed(run: SyncRun, expected: boolean): Promise<void> {
  const isRenewed = await run.renew({ leaseDuration: long });
  check(isRenewed === expected, `renew() must return ${expected}, not ${isRenewed}`);
}

async function expectSaved(store: CheckpointStore, name: string, expected: object | null): Promise<void> {
  const found = await store.load(name);
  // A store may return the JSON text.
  const actual = canonicalJson((typeof found === 'string' ? JSON.parse(found) : found) ?? null);
  const wanted = canonicalJson(expected);
  check(actual === wanted, `load() must return ${wanted} for ${name}, not ${actual.slice(0, 200)}`);
}

async function expectListed(store: CheckpointStore, name: string, times: 0 | 1): Promise<void> {
  const listed = await store.list();
  const found = listed.filter((one) => one === name).length;
  check(found === times, `list() must contain ${name} ${times} times, not ${found}`);
}

async function expectLost(run: SyncRun): Promise<void> {
  const saving = async () => run.save(checkpoint({ page: 2 }));
  const error: unknown = await saving().catch((reason: unknown) => reason);
  const isLost = error instanceof LeaseError && error.reason === 'lost';
  check(isLost, `save() without the lease must reject with new LeaseError('lost', name), not: ${error}`);
}
