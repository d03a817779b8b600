import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOutletError } from '../../src/errors/index.js';
import { RepeatedCursorError } from '../../src/errors/repeated-cursor-error.js';
import { type Page, Paginator } from '../../src/lists/index.js';
import type { DateRange } from '../../src/operations/operation.js';
import { day, type Entry, runs, type Scene, scenes } from './arbitraries.js';
import { serviceOf } from './service.js';

async function pagesOf<T>(paginator: Paginator<T>): Promise<Page<T>[]> {
  const pages: Page<T>[] = [];
  for await (const page of paginator.pages()) pages.push(page);
  return pages;
}

function open({ operation, query, rows, behaviour }: Scene) {
  const service = serviceOf(rows, behaviour);
  const list = (resumeFrom?: unknown) =>
    new Paginator<Entry>({ operation, query, resumeFrom, fetchPage: service.fetchPage });
  return { service, list };
}

describe.each(['with ids', 'without ids', 'mixed'] as const)('any list %s', (entries) => {
  test('is handed out once, whole and in order', async () => {
    await fc.assert(
      fc.asyncProperty(scenes(entries), async (scene) => {
        const { service, list } = open(scene);
        const walked = (await list().toArray()).map(textOf);
        const whole = service.inRange(scene.span.from, scene.span.to).map(textOf);
        expect(walked.toSorted()).toEqual(whole.toSorted());
        if (scene.behaviour.order !== 'unknown') expect(walked).toEqual(whole);
      }),
      runs(2.5),
    );
  });

  test('goes on behind any page, without a miss', async () => {
    await fc.assert(
      fc.asyncProperty(scenes(entries), fc.nat(), async (scene, pick) => {
        const { list } = open(scene);
        const pages = await pagesOf(list());
        const count = 1 + (pick % pages.length);
        const last = pages[count - 1];
        const handedOut = pages.slice(0, count).flatMap(({ items }) => items.map(textOf));
        const rest = pages.slice(count).flatMap(({ items }) => items);
        const resumed = await list(JSON.parse(JSON.stringify(last?.checkpoint))).toArray();

        for (const repeated of withoutInOrder(resumed, rest)) {
          expect([last?.window.from, last?.window.to]).toContain(repeated.created);
          expect(handedOut).toContain(textOf(repeated));
        }
      }),
      runs(2.5),
    );
  });
});

/** What is left of some entries without others, all of which have to stand among them in this order. */
function withoutInOrder(entries: readonly Entry[], others: readonly Entry[]): Entry[] {
  const left = others.map(textOf);
  const extra = entries.filter((entry) => {
    const isNext = textOf(entry) === left[0];
    if (isNext) left.shift();
    return !isNext;
  });
  expect(left).toEqual([]);
  return extra;
}

function textOf({ id, created, text }: Entry): string {
  return `${id} ${created} ${text}`;
}

test('requests stay inside the range and within its limit, window by window', async () => {
  await fc.assert(
    fc.asyncProperty(scenes(), async (scene) => {
      const { service, list } = open(scene);
      const pages = await pagesOf(list());
      expect(service.requests.map(({ from, to }) => ({ from, to }))).toEqual(
        pages.map(({ window }) => window),
      );
      for (const { from, to } of service.requests) {
        expect(Date.parse(from)).toBeGreaterThanOrEqual(scene.span.from);
        expect(Date.parse(to)).toBeLessThanOrEqual(scene.span.to);
        expect(Date.parse(to) - Date.parse(from)).toBeLessThanOrEqual(scene.operation.range.maxDays * day);
      }
      const starts = service.requests.map(({ from }) => from);
      const byAge = starts.toSorted();
      expect(starts).toEqual(scene.behaviour.order === 'newest-first' ? byAge.toReversed() : byAge);
    }),
  );
});

test('the last checkpoint has nothing behind it', async () => {
  await fc.assert(
    fc.asyncProperty(scenes(), async (scene) => {
      const { service, list } = open(scene);
      const checkpoint = (await pagesOf(list())).at(-1)?.checkpoint;
      const sent = service.requests.length;
      const done = list(JSON.parse(JSON.stringify(checkpoint)));
      expect(await done.toArray()).toEqual([]);
      expect(await pagesOf(done)).toEqual([]);
      expect(await done.firstPage()).toEqual({ items: [], next: null, window: scene.query, checkpoint });
      expect(service.requests).toHaveLength(sent);
    }),
  );
});

test('entries without id or date are handed out from every window where the date is documented', async () => {
  const walkOf = (range: DateRange) =>
    new Paginator({
      operation: { id: 'things.list', range },
      query: { from: '2026-01-01T00:00:00Z', to: '2026-03-01T00:00:00Z' },
      fetchPage: async () => ({ items: [{ action: 'void' }, { action: 'void' }], next: null }),
    }).toArray();
  expect(await walkOf({ maxDays: 31, order: 'newest-first', field: 'created' })).toHaveLength(4);
  expect(await walkOf({ maxDays: 31, order: 'unknown' })).toHaveLength(2);
});

describe('cursors', () => {
  const operation = { id: 'orders.list', range: { maxDays: 31, order: 'unknown' } } as const;
  const twoWindows = { from: '2026-01-01T00:00:00Z', to: '2026-03-01T00:00:00Z' };

  /** A list that answers each window with the same cursors, one after the other. */
  function scripted(nexts: readonly (string | null)[], query = twoWindows, resumeFrom?: unknown) {
    let asked = 0;
    const fetchPage = async () => {
      const next = nexts[asked % nexts.length] ?? null;
      asked += 1;
      if (asked > 100) throw new Error('the walk does not end');
      return { items: [{ id: `o-${asked}` }], next };
    };
    const paginator = new Paginator({ operation, query, resumeFrom, fetchPage });
    return { paginator, asked: () => asked };
  }

  test('that come back are an error and no loop', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(10), fc.nat(10), async (lead, loop) => {
        const cursors = Array.from({ length: lead + loop + 1 }, (_, index) => `c${index}`);
        const { paginator, asked } = scripted([...cursors, cursors[lead] ?? '']);
        await expect(paginator.toArray()).rejects.toThrow(RepeatedCursorError);
        expect(asked()).toBe(cursors.length + 1);
      }),
    );
  });

  test('that come back after a resume are an error too', async () => {
    const { checkpoint } = await scripted(['a']).paginator.firstPage();
    const { paginator, asked } = scripted(['a'], twoWindows, checkpoint);
    await expect(paginator.toArray()).rejects.toThrow(RepeatedCursorError);
    expect(asked()).toBe(1);
  });

  test('that come back say where, and what to do', async () => {
    const error: unknown = await scripted(['same'])
      .paginator.toArray()
      .catch((reason: unknown) => reason);
    expect(isOutletError(error)).toBe(true);
    expect(error).toMatchObject({
      name: 'RepeatedCursorError',
      operation: 'orders.list',
      window: { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' },
      message: expect.stringContaining('Resume from the last checkpoint'),
    });
    expect(JSON.stringify(error)).not.toContain('same');
  });

  test('may be the same in another window', async () => {
    const { paginator } = scripted(['a', 'b', null]);
    expect(await paginator.toArray()).toHaveLength(6);
  });

  test.each([null, ''])('end a window with %j', async (end) => {
    const { paginator } = scripted(['a', end]);
    const pages = await pagesOf(paginator);
    expect(pages.map(({ next }) => next)).toEqual(['a', null, 'a', null]);
  });

  test('are handed on as they came', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (cursor) => {
        const asked: (string | undefined)[] = [];
        const fetchPage = async (_window: object, given: string | undefined) => {
          asked.push(given);
          return { items: [], next: given === undefined ? cursor : null };
        };
        const query = { from: twoWindows.from, to: twoWindows.from };
        const { checkpoint } = await new Paginator({ operation, query, fetchPage }).firstPage();
        const resumeFrom: unknown = JSON.parse(JSON.stringify(checkpoint));
        await new Paginator({ operation, query, fetchPage, resumeFrom }).toArray();
        expect(asked).toEqual([undefined, cursor]);
      }),
    );
  });
});
