import { createFakeOutlet, type FakeOutlet, type FakeOutletOptions } from 'outlet-open-api/testing';
import { expect } from 'vitest';
import { useCases } from '../../../src/entities/use-case.js';
import { isRecord } from '../../../src/json.js';
import { type Finding, valuesOf } from '../../../src/learn/finding.js';
import { type Learned, learn } from '../../../src/learn/learn.js';
import type { LearnOptions } from '../../../src/learn/run.js';
import { inFakeTime } from '../../support/time/fake-time.js';

export interface Found extends Learned {
  /** The certain values of the assumptions. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The same, without lists if all of them have one value. */
  readonly common: Readonly<Record<string, unknown>>;
  /** The result of an assumption, rule or detail. */
  finding(name: string): Finding;
}

/** Runs `learn` with the keys of a fake, in fake time. Default: the keys of all use cases, and a second one of those that create orders. */
export async function learnFrom(
  fake: FakeOutlet,
  options: Partial<LearnOptions> = {},
): Promise<Found & { readonly leftOvers: readonly string[] }> {
  const second = (['digital-ordering', 'reservations'] as const).map((useCase) =>
    fake.keys.create({ useCase, label: 'Second key' }),
  );
  const keys = [...useCases.map((useCase) => fake.key(useCase)), ...second];
  const { signal } = new AbortController();
  const leftOvers: string[] = [];
  const onLeftOver = (sentence: string) => void leftOvers.push(sentence);
  const base = { baseUrl: fake.baseUrl, keys, fetch: fake.fetch, signal, onLeftOver };
  const learned = await inFakeTime(() => learn({ ...base, ...options }));
  return { ...foundIn(learned), leftOvers };
}

export type Entry = Record<string, unknown>;

/** Changes requests to a fake and its responses, so that the API behaves as no option of the fake can. */
export interface Change {
  readonly request?: (url: URL) => void;
  /** Changes a reply, or returns another body. */
  readonly response?: (
    reply: { status: number; readonly body: Entry; readonly headers: Headers },
    url: URL,
    method: string,
  ) => unknown;
}

/** Runs `learn` with an API that is a changed fake. */
export function learnBehind(
  { request, response: change }: Change,
  options?: FakeOutletOptions,
  write?: boolean,
): Promise<Found> {
  const fake = createFakeOutlet(options);
  return learnFrom(fake, {
    write,
    async fetch(address, init) {
      const url = new URL(address);
      request?.(url);
      const response = await fake.fetch(String(url), init);
      const body: unknown = await response.json();
      const reply = { status: response.status, headers: new Headers(response.headers) };
      if (!isRecord(body)) return Response.json(body, reply);
      const changed = { ...reply, body };
      return Response.json(change?.(changed, url, init.method) || body, changed);
    },
  });
}

/** Returns the records of a list with pages. */
export function recordsIn({ data }: Entry): Entry[] {
  return Array.isArray(data) ? data.filter(isRecord) : [];
}

export function foundIn(learned: Learned): Found {
  const { findings } = learned;
  const values = { ...valuesOf(findings) };
  const common = Object.entries(values).map(([name, value]) => {
    const [one, another] = isRecord(value) ? new Set(Object.values(value)) : [value];
    return [name, another === undefined ? one : value];
  });
  return {
    ...learned,
    values,
    common: Object.fromEntries(common),
    finding: (name) => {
      const found = findings.find((finding) => finding.name === name);
      if (!found) throw new Error(`There is no finding about ${name}`);
      return found;
    },
  };
}

/** Expects that each value is that of the fake, and that it keeps the rules of the API specification. */
export function expectRight(
  { values, findings }: Pick<Found, 'values' | 'findings'>,
  { assumptions }: FakeOutlet,
): void {
  for (const [name, value] of Object.entries(values)) {
    const actual = Object.entries(assumptions).find(([known]) => known === name)?.[1];
    expect(ofLists(actual), name).toMatchObject(isRecord(value) ? value : ofLists(value));
  }
  const broken = findings.filter(({ kind, result }) => kind !== 'assumption' && result === 'contradictory');
  expect(broken).toEqual([]);
}

/** Returns the value for each list. */
function ofLists(value: unknown): object {
  return isRecord(value) ? value : { orders: value, actionLogs: value, goodsReceipts: value };
}

/** Returns the orders that a run created and did not cancel. All orders of the initial data have ended. */
export function openOrdersOf(fake: FakeOutlet): unknown[] {
  return fake.orders.all().filter(({ status }) => status === 'open');
}
