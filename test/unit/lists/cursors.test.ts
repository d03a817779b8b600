import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EndlessListError } from '../../../src/errors/endless-list-error.js';
import { OutletError } from '../../../src/errors/index.js';
import { isSliceEnd } from '../../../src/lists/list-position.js';
import { listOrders } from '../../../src/operations/index.js';
import { anyCharacter } from '../../support/any-character.js';
import { collect, paginatorOf } from './service.js';

const operation = { ...listOrders, range: { maxDays: 31, order: 'unknown' } } as const;
const query = { from: '2026-01-01T00:00:00Z', to: '2026-03-01T00:00:00Z' };

/** A list that returns the same cursors again and again. */
function scripted(nexts: readonly (string | null)[], resumeFrom?: unknown) {
  let requests = 0;
  const paginator = paginatorOf<{ id: string }>({
    operation,
    query,
    resumeFrom,
    async fetchPage() {
      requests += 1;
      if (requests > 100) throw new Error('the iteration does not end');
      const next = nexts[(requests - 1) % nexts.length] ?? null;
      return { items: [{ id: `o-${requests}` }], next, readAt: new Date() };
    },
  });
  return { paginator, requests: () => requests };
}

test('a cursor that comes back is an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(10), fc.nat(10), async (lead, loop) => {
      const cursors = Array.from({ length: lead + loop + 1 }, (_, index) => `c${index}`);
      const { paginator, requests } = scripted([...cursors, cursors[lead] ?? '']);
      await expect(paginator.toArray()).rejects.toThrow(EndlessListError);
      expect(requests()).toBe(cursors.length + 1);
    }),
  );
});

test('a cursor that comes back after a resume is an error', async () => {
  const { position } = await scripted(['a']).paginator.firstPage();
  const { paginator, requests } = scripted(['a'], position);
  await expect(paginator.toArray()).rejects.toThrow(EndlessListError);
  expect(requests()).toBe(1);
});

test('the error names the slice, and not the cursor', async () => {
  const error: unknown = await scripted(['c-9f2'])
    .paginator.toArray()
    .catch((reason: unknown) => reason);
  expect(error instanceof OutletError).toBe(true);
  expect(error).toMatchObject({
    name: 'EndlessListError',
    operation: 'orders.list',
    slice: { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' },
  });
  expect(JSON.stringify(error)).not.toContain('c-9f2');
});

test('two slices can have the same cursors', async () => {
  expect(await scripted(['a', 'b', null]).paginator.toArray()).toHaveLength(6);
});

test.each([null, ''])('a cursor of %j ends a slice', async (end) => {
  const pages = await collect(scripted(['a', end]).paginator.pages());
  expect(pages.map(({ position }) => isSliceEnd(position))).toEqual([false, true, false, true]);
});

test('cursors are sent back unchanged, also after a resume', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCharacter, minLength: 1 }), async (cursor) => {
      const sent: (string | undefined)[] = [];
      const list = (resumeFrom?: unknown) =>
        paginatorOf({
          operation,
          query: { from: query.from, to: query.from },
          resumeFrom,
          async fetchPage(_slice, given) {
            sent.push(given);
            return { items: [], next: given === undefined ? cursor : null, readAt: new Date() };
          },
        });
      const { position } = await list().firstPage();
      await list(JSON.parse(JSON.stringify(position))).toArray();
      expect(sent).toEqual([undefined, cursor]);
    }),
  );
});
