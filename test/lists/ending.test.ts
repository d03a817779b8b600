import { describe, expect, test } from 'vitest';
import { RepeatedCursorError } from '../../src/errors/repeated-cursor-error.js';
import { Paginator } from '../../src/lists/index.js';
import type { FetchPage } from '../../src/lists/walker.js';
import { day } from './arbitraries.js';
import { serviceOf } from './service.js';

const operation = {
  id: 'goodsReceipts.list',
  range: { maxDays: 31, order: 'oldest-first', field: 'created' },
} as const;
const start = Date.parse('2026-01-01T00:00:00Z');
const query = { from: '2026-01-01T00:00:00Z', to: '2026-04-11T00:00:00Z' };

interface Receipt {
  readonly id: string;
  readonly created: string;
}

interface Asked {
  readonly signal: AbortSignal;
  isAnswered: boolean;
}

/** 1,000 receipts, ten a day, 10 on a page; answers seem to take long, so that many parts are walked at once. */
function thousand(change = (fetchPage: FetchPage<Receipt>) => fetchPage) {
  const rows = Array.from({ length: 1_000 }, (_, index) => {
    const at = start + (index * day) / 10 + 1;
    return { at, entry: { id: `gr-${index}`, created: new Date(at).toISOString() } };
  });
  const service = serviceOf(rows, { order: 'oldest-first', bounds: 'both', pageSizes: [10] });
  const fetchPage = change(service.fetchPage);
  const asked: Asked[] = [];
  const list = (options: { signal?: AbortSignal; resumeFrom?: unknown; concurrency?: number } = {}) =>
    new Paginator<Receipt>({
      operation,
      query,
      requestsPerSecond: () => 5,
      async fetchPage(window, cursor, signal) {
        const request = { signal, isAnswered: false };
        asked.push(request);
        await new Promise(setImmediate);
        signal.throwIfAborted();
        const page = await fetchPage(window, cursor, signal);
        request.isAnswered = true;
        return { ...page, duration: 800 };
      },
      ...options,
    });
  return { list, service, asked, ids: rows.map(({ entry }) => entry.id) };
}

const idOf = ({ id }: Receipt) => id;
const turns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
};

test('many parts are walked at once', async () => {
  const { list, service, ids } = thousand();
  expect((await list().toArray()).map(idOf)).toEqual(ids);
  expect(new Set(service.requests.map(({ from }) => from)).size).toBeGreaterThan(8);
});

test.each(['break', 'throw'])('a loop that is left ends all requests under way at once (%s)', async (way) => {
  const { list, asked } = thousand();
  const walk = async () => {
    let taken = 0;
    for await (const _page of list().pages()) {
      taken += 1;
      if (taken < 6) continue;
      if (way === 'break') break;
      throw new Error('enough');
    }
  };
  if (way === 'break') await walk();
  else await expect(walk()).rejects.toThrow('enough');
  const pending = asked.filter(({ isAnswered }) => !isAnswered);
  expect(pending.length).toBeGreaterThan(2);
  expect(pending.every(({ signal }) => signal.aborted)).toBe(true);
  const { length } = asked;
  await turns();
  expect(asked).toHaveLength(length);
});

describe('a page that fails', () => {
  /** Every request that begins late in the range fails. */
  function failing(reason: unknown) {
    return thousand((fetchPage) => (window, ...rest) => {
      const isLost = Date.parse(window.from) > start + 40 * day;
      return isLost ? Promise.reject(reason) : fetchPage(window, ...rest);
    });
  }

  test('rejects when the walk comes to it, after all that stands before it', async () => {
    const reason = new Error('lost');
    const { list, ids } = failing(reason);
    const seen: string[] = [];
    let checkpoint: unknown;
    const walk = async () => {
      for await (const page of list().pages()) {
        seen.push(...page.items.map(idOf));
        checkpoint = page.checkpoint;
        await turns();
      }
    };
    await expect(walk()).rejects.toBe(reason);
    expect(seen.length).toBeGreaterThan(300);
    expect(seen).toEqual(ids.slice(0, seen.length));

    const rest = await thousand().list({ resumeFrom: checkpoint }).toArray();
    expect(rest.map(idOf)).toEqual(ids.slice(seen.length));
  });

  test('ahead of a consumer that leaves is nobody’s loss', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const { list } = failing(new Error('lost'));
    for await (const _page of list().pages()) {
      await turns();
      break;
    }
    for await (const page of list().pages()) {
      await turns();
      if (page.items.some(({ id }) => id === 'gr-200')) break;
    }
    await turns();
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test('is a cursor that comes back, in a part of the range as in the whole', async () => {
    const { list } = thousand((fetchPage) => async (window, cursor, signal) => {
      const page = await fetchPage(window, cursor, signal);
      const isBroken = Date.parse(window.from) > start + 20 * day && cursor !== undefined;
      return isBroken ? { ...page, next: cursor } : page;
    });
    await expect(list().toArray()).rejects.toThrow(RepeatedCursorError);
  });
});

describe('an abort', () => {
  test('ends the walk with its reason, whatever waits already', async () => {
    const { list } = thousand();
    const controller = new AbortController();
    const reason = new Error('closing time');
    let taken = 0;
    const walk = async () => {
      for await (const _page of list({ signal: controller.signal }).pages()) {
        taken += 1;
        await turns();
        if (taken === 10) controller.abort(reason);
      }
    };
    await expect(walk()).rejects.toBe(reason);
    expect(taken).toBe(10);
  });
});

describe('a walk that goes on in the middle of a window', () => {
  test('does not cut it, as it does not know what was handed out of it', async () => {
    const { list, ids } = thousand();
    const seen: string[] = [];
    let checkpoint: unknown;
    for await (const page of list({ concurrency: 1 }).pages()) {
      seen.push(...page.items.map(idOf));
      checkpoint = page.checkpoint;
      if (seen.length === 50) break;
    }
    const rest = await list({ resumeFrom: checkpoint, concurrency: 8 }).toArray();
    expect([...seen, ...rest.map(idOf)]).toEqual(ids);
  });
});
