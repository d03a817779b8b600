import { expect, test } from 'vitest';
import { learn } from '../../../src/learn/learn.js';
import { inFakeTime } from '../../support/time/fake-time.js';
import { createDialectService } from './dialect-service.js';

// More seeds: npm run nightly -- learn --seeds 1-100
const [first = 1, last = first] = (process.env.LEARN_SEEDS ?? '1-3').split('-').map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);

const right: number[] = [];

test.each(seeds)('no statement about service %i is wrong', async (seed) => {
  const { truth, breaks, isUsual, openOrders, ...service } = await inFakeTime(async () =>
    createDialectService(seed),
  );
  const { signal } = new AbortController();
  const { findings, unreadable } = await inFakeTime(() => learn({ ...service, signal, write: true }));

  const certain = findings.flatMap(({ kind, name, result, seen }) =>
    kind === 'assumption' && result === 'certain' ? [[name, seen[0]?.value] as const] : [],
  );
  const wrong = certain.filter(([name, value]) => truth[name] !== value);
  const broken = findings.filter(
    ({ kind, name, result }) =>
      kind === 'rule' && result === 'contradictory' && !breaks.some((start) => name.startsWith(start)),
  );
  right.push(new Set(certain.map(([name]) => name.split('.')[0])).size - wrong.length);
  expect(wrong).toEqual([]);
  expect(broken).toEqual([]);
  expect(unreadable.filter(({ endpoint }) => isUsual(endpoint))).toEqual([]);
  expect(openOrders()).toEqual([]);
});

test('the command finds out at least 12 details of a service on average', () => {
  expect(right.reduce((sum, count) => sum + count, 0) / right.length).toBeGreaterThanOrEqual(12);
});
