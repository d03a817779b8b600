import { canonicalJson } from '../../json.js';
import type { OutboxRef } from '../../sync/outbox/entry.js';
import type { OutboxListRequest, OutboxRow, OutboxStore } from '../../sync/outbox/outbox-store.js';
import { type ContractCase, check } from './contract-case.js';

const contenders = 8;

/**
 * Returns the cases that every `OutboxStore` must pass. They use new values of `keyRef`, and their rows stay in the store, where nothing is
 * due at the end. A case that fails rejects with an error that says what was expected.
 * @param create - creates the store, once for each case. Stores may share their data.
 * @example
 * ```ts
 * import { outboxStoreContract } from 'outlet-open-api/testing';
 *
 * for (const { name, run } of outboxStoreContract(() => createMemoryOutboxStore())) test(name, run);
 * ```
 */
export function outboxStoreContract(create: () => OutboxStore | Promise<OutboxStore>): ContractCase[] {
  return Object.entries(cases).map(([name, runCase]) => ({
    name,
    async run() {
      const store = await create();
      const rows: OutboxRow[] = [];
      const add = async (fields: Partial<OutboxRow>) => {
        const row = { ...newRow(), ...fields };
        check(await store.insert(row), 'insert() must return true for a new reference');
        rows.push(row);
        return row;
      };
      try {
        await runCase(store, add);
      } finally {
        for (const row of rows) await endRow(store, row);
      }
    },
  }));
}

type Case = (store: OutboxStore, add: (fields: Partial<OutboxRow>) => Promise<OutboxRow>) => Promise<void>;

const cases: Readonly<Record<string, Case>> = {
  async 'lets one of many parallel replacements of a version win'(store, add) {
    const row = await add({});
    const contents = Array.from({ length: contenders }, (_, index) => `"content ${index}"`);
    const won = await Promise.all(
      contents.map((entry) => store.replace({ ...row, version: 2, entry }, row.version)),
    );
    const winners = contents.filter((_, index) => won[index]);
    check(
      winners.length === 1,
      `One of ${contenders} calls of replace() must return true, not ${winners.length}`,
    );
    await expectStored(store, { ...row, version: 2, entry: String(winners[0]) });
    check(
      !(await store.replace({ ...row, version: 2 }, 1)),
      'replace() must return false for an old version',
    );
  },

  async 'inserts a reference once, and never replaces a row that is missing'(store, add) {
    const row = newRow();
    const inserted = await Promise.all(
      Array.from({ length: contenders }, (_, index) => store.insert({ ...row, entry: `"${index}"` })),
    );
    const stored = inserted.indexOf(true);
    const count = inserted.filter(Boolean).length;
    check(count === 1, `One of ${contenders} calls of insert() must return true, not ${count}`);
    await expectStored(store, { ...row, entry: `"${stored}"` });
    await endRow(store, row);
    const missing = { ...(await add({})), reference: 'missing' };
    check(!(await store.replace(missing, 1)), 'replace() must return false if there is no row');
    check((await store.get(missing)) === undefined, 'get() must return undefined if there is no row');
  },

  async 'keeps references apart, and every character of the text'(store, add) {
    const { keyRef } = newRow();
    const entry = JSON.stringify({ b: '\0 \u{1F354} \uD800 ü "\\', a: 'x'.repeat(100_000), 1: ' ' });
    const names = [
      'F-1',
      'f-1',
      'F-1 ',
      'a/b',
      '../a',
      '["a","b"]',
      'a,b',
      '\u00fc',
      'u\u0308',
      'Ж'.repeat(200),
    ];
    const rows: OutboxRow[] = [];
    for (const [index, reference] of names.entries())
      rows.push(await add({ keyRef, reference, entry: `[${index},${entry}]` }));
    rows.push(await add({ keyRef, partner: 'a/b', reference: 'c' }));
    rows.push(await add({ keyRef, partner: 'a', reference: 'b/c' }));
    rows.push(await add({ keyRef: `${keyRef}-2`, reference: 'F-1' }));
    for (const row of rows) await expectStored(store, row);
  },

  async 'returns due references, the earliest first'(store, add) {
    const now = await store.now();
    check(now instanceof Date, 'now() must return a Date');
    const { keyRef } = newRow();
    const at = (dueAt: Date | null) => add({ keyRef, reference: crypto.randomUUID(), dueAt });
    const third = await at(new Date(3));
    const first = await at(new Date(1));
    const second = await at(new Date(2));
    await at(null);
    await at(new Date(now.getTime() + 3_600_000));
    await expectDue(store, keyRef, [first, second, third]);
    await store.replace({ ...first, dueAt: null, version: 2 }, 1);
    await store.replace({ ...second, dueAt: new Date(4), version: 2 }, 1);
    await expectDue(store, keyRef, [third, second]);
    const other = await add({ dueAt: new Date(0) });
    const due = await store.due({ limit: 1, exceptKeys: [keyRef] });
    check(due.length === 1, `due({ limit: 1, … }) must return 1 reference, not ${due.length}`);
    const others = await store.due({ limit: 1_000, exceptKeys: [keyRef] });
    check(!others.some((ref) => ref.keyRef === keyRef), 'due() must leave out `exceptKeys`');
    check(
      others.some((ref) => ref.keyRef === other.keyRef),
      'due() must return references of other keys',
    );
  },

  async 'lists references by state and key, each once'(store, add) {
    const { keyRef } = newRow();
    const partners = ['a', 'b'];
    const rows: OutboxRow[] = [];
    for (const partner of partners)
      for (const reference of ['F-1', 'F-2', 'F-3']) rows.push(await add({ keyRef, partner, reference }));
    const [first, ...others] = rows;
    if (first) await store.replace({ ...first, state: 'unresolved', version: 2 }, 1);
    await add({ state: 'unresolved' });
    await expectListed(store, { keyRef }, rows);
    await expectListed(store, { keyRef, state: 'created' }, others);
    await expectListed(store, { keyRef, state: 'unresolved' }, rows.slice(0, 1));
    const page = await store.list({ state: 'created', limit: 2 });
    check(page.length === 2, `list({ limit: 2, … }) must return 2 references, not ${page.length}`);
  },

  async 'finds a row by the ID of its order and its key'(store, add) {
    const [one, other] = [newRow().keyRef, newRow().keyRef];
    const row = await add({ keyRef: one });
    const same = await add({ keyRef: other, orderId: 'o-1' });
    check(
      (await store.find(one, 'o-1')) === undefined,
      'find() must return undefined for the order of another key',
    );
    await store.replace({ ...row, orderId: 'o-1', version: 2 }, 1);
    for (const { keyRef, reference } of [row, same]) {
      const found = await store.find(keyRef, 'o-1');
      check(found?.reference === reference, `find() must return ${reference}, not ${found?.reference}`);
    }
  },
};

function newRow(): OutboxRow {
  const reference = `F-${crypto.randomUUID()}`;
  const keyRef = `contract-${crypto.randomUUID()}`;
  const ref = { keyRef, partner: 'foodie', reference };
  return { ...ref, state: 'created', orderId: undefined, dueAt: null, version: 1, entry: '{}' };
}

/** Makes sure that a runner never finds the row. */
async function endRow(store: OutboxStore, ref: OutboxRef): Promise<void> {
  const row = await store.get(ref);
  if (row?.dueAt) await store.replace({ ...row, dueAt: null, version: row.version + 1 }, row.version);
}

async function expectStored(store: OutboxStore, expected: OutboxRow): Promise<void> {
  const actual = await store.get(expected);
  const { keyRef, partner, reference, state, orderId, dueAt, version, entry } = actual ?? {};
  const columns = { keyRef, partner, reference, state, orderId: orderId ?? undefined };
  const [stored, wanted] = [canonicalJson({ ...columns, dueAt, version, entry }), canonicalJson(expected)];
  check(stored === wanted, `get() must return ${wanted.slice(0, 300)}, not ${stored.slice(0, 300)}`);
}

/** Lists two references at a time. */
async function expectListed(
  store: OutboxStore,
  filter: Omit<OutboxListRequest, 'after' | 'limit'>,
  expected: readonly OutboxRow[],
): Promise<void> {
  const listed: OutboxRef[] = [];
  for (let page = await store.list({ ...filter, limit: 2 }); page.length > 0; ) {
    listed.push(...page);
    if (listed.length > expected.length) break;
    page = await store.list({ ...filter, after: listed.at(-1), limit: 2 });
  }
  const [actual, wanted] = [listed, expected].map((refs) =>
    refs
      .map(({ partner, reference }) => `${partner} ${reference}`)
      .sort()
      .join(', '),
  );
  check(actual === wanted, `list(${canonicalJson(filter)}) must return ${wanted}, not ${actual}`);
}

async function expectDue(store: OutboxStore, keyRef: string, expected: readonly OutboxRef[]): Promise<void> {
  const due = await store.due({ limit: 1_000, exceptKeys: [] });
  const own = due.filter((ref) => ref.keyRef === keyRef).map(({ reference }) => reference);
  const wanted = expected.map(({ reference }) => reference);
  check(own.join() === wanted.join(), `due() must return ${wanted.join(', ')}, not ${own.join(', ')}`);
}
