import type { FakeOutlet } from 'outlet-open-api/testing';
import { expect, vi } from 'vitest';
import { useCases } from '../../src/entities/use-case.js';
import type { Finding } from '../../src/learn/finding.js';
import { learn, type Summary } from '../../src/learn/learn.js';
import type { LearnOptions } from '../../src/learn/run.js';
import { hashAtOnce } from '../hash-at-once.js';

export interface Learned extends Summary {
  readonly leftOvers: readonly string[];
  readonly findings: readonly Finding[];
  /** The certain values of the assumptions. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The result of an assumption, rule or detail. */
  finding(name: string): Finding;
}

/** Runs `learn` with the keys of a fake, in fake time. Default: the keys of all use cases. */
export async function learnFrom(fake: FakeOutlet, options: Partial<LearnOptions> = {}): Promise<Learned> {
  const keys = useCases.map((useCase) => ({ useCase, token: fake.key(useCase).token }));
  const { signal } = new AbortController();
  const leftOvers: string[] = [];
  const onLeftOver = (sentence: string) => void leftOvers.push(sentence);
  const base = { baseUrl: fake.baseUrl, keys, fetch: fake.fetch, signal, onLeftOver };
  const learned = await inFakeTime(() => collect(learn({ ...base, ...options })));
  return { ...learned, leftOvers };
}

/** Lets time pass as fast as the work allows, because a run waits for the rate limit most of the time. */
export async function inFakeTime<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ now: Date.now() });
  hashAtOnce();
  let isRunning = true;
  const end = () => {
    isRunning = false;
  };
  const running = work();
  running.then(end, end);
  while (isRunning) await vi.advanceTimersToNextTimerAsync();
  return running;
}

export async function collect(run: ReturnType<typeof learn>): Promise<Omit<Learned, 'leftOvers'>> {
  const findings: Finding[] = [];
  let step = await run.next();
  for (; !step.done; step = await run.next()) findings.push(step.value);
  const certain = findings.filter(({ kind, result }) => kind === 'assumption' && result === 'certain');
  return {
    ...step.value,
    findings,
    values: Object.fromEntries(certain.map(({ name, seen }) => [name, seen[0]?.value])),
    finding: (name) => {
      const found = findings.find((finding) => finding.name === name);
      if (!found) throw new Error(`There is no finding about ${name}`);
      return found;
    },
  };
}

/** Expects that each value is that of the fake, and that it keeps the rules of the API specification. */
export function expectRight(
  { values, findings }: Pick<Learned, 'values' | 'findings'>,
  { assumptions }: FakeOutlet,
): void {
  const { allows, ...others } = values;
  expect(assumptions).toMatchObject(others);
  if (allows) expect(sortedIn(allows)).toEqual(sortedIn(assumptions.allows));
  const broken = findings.filter(({ kind, result }) => kind !== 'assumption' && result === 'contradictory');
  expect(broken).toEqual([]);
}

/** Sorts the endpoints of each use case. */
function sortedIn(allows: object): object {
  return Object.fromEntries(
    Object.entries(allows).map(([useCase, endpoints]) => [useCase, [...endpoints].sort()]),
  );
}

/** Returns the orders that a run created and did not cancel. All orders of the initial data have ended. */
export function openOrdersOf(fake: FakeOutlet): unknown[] {
  return fake.orders.all().filter(({ status }) => status === 'open');
}
