import { createMemoryOutboxStore, type OutboxStore } from 'outlet-open-api/sync';
import { createFileOutboxStore } from 'outlet-open-api/sync/node';
import { outboxStoreContract } from 'outlet-open-api/testing';
import { describe, expect, test } from 'vitest';
import { newFolder } from '../../../support/new-folder.js';

describe.each([
  ['memory', () => createMemoryOutboxStore()],
  ['files', async () => createFileOutboxStore(await newFolder())],
])('a store in %s', (_, create) => {
  for (const { name, run } of outboxStoreContract(create)) test(name, run);
});

/** Stores with one defect each, and the case that must find it. */
const defects: readonly (readonly [
  name: string,
  change: (store: OutboxStore) => Partial<OutboxStore>,
  failing: string,
])[] = [
  [
    'replaces without comparing versions at once',
    (store) => ({
      async replace(row, version) {
        const stored = await store.get(row);
        if (stored?.version !== version) return false;
        await store.replace(row, (await store.get(row))?.version ?? 0);
        return true;
      },
    }),
    'parallel replacements',
  ],
  [
    'inserts twice',
    (store) => ({
      async insert(row) {
        if (await store.get(row)) return false;
        await store.insert(row);
        return true;
      },
    }),
    'inserts a reference once',
  ],
  ['ignores the partner', (store) => ({ get: (ref) => store.get({ ...ref, partner: 'foodie' }) }), 'apart'],
  [
    'trims the text',
    (store) => ({ insert: (row) => store.insert({ ...row, entry: row.entry.replaceAll(' ', '') }) }),
    'text',
  ],
  ['ignores exceptKeys', (store) => ({ due: ({ limit }) => store.due({ limit, exceptKeys: [] }) }), 'due'],
  ['ignores the state', (store) => ({ list: ({ state: _, ...all }) => store.list(all) }), 'lists'],
  ['ignores the key', (store) => ({ list: ({ keyRef: _, ...all }) => store.list(all) }), 'lists'],
  ['always lists the first page', (store) => ({ list: ({ after: _, ...all }) => store.list(all) }), 'lists'],
  [
    'finds orders of other keys',
    (store) => ({
      find: async (_, id) => (await store.find('any', id)) ?? { keyRef: '', partner: '', reference: id },
    }),
    'finds',
  ],
];

test.each(defects)('the contract finds a store that %s', async (_, change, failing) => {
  const contract = outboxStoreContract(() => {
    const store = createMemoryOutboxStore();
    return { ...store, ...change(store) };
  });
  const found = contract.find(({ name }) => name.includes(failing));
  await expect(found?.run()).rejects.toThrow(/must return|must leave out/);
});

test('a folder that another store has not closed says so, and is free after close()', async () => {
  const folder = await newFolder();
  const [first, second] = [createFileOutboxStore(folder), createFileOutboxStore(folder)];
  const request = { limit: 1, exceptKeys: [] };
  await first.due(request);
  await expect(second.due(request)).rejects.toThrow('is in use, or was not closed with close() of its store');
  await first.close();
  expect(await second.due(request)).toEqual([]);
  await second.close();
});
