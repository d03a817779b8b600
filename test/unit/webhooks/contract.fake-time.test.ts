import { deduplicatorContract } from 'outlet-open-api/testing';
import { createMemoryDeduplicator, type Deduplicator } from 'outlet-open-api/webhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';

beforeEach(() => void vi.useFakeTimers());

/** Runs cases at once on a fake clock. Returns the messages of those that fail. */
async function failuresOf(cases: ReturnType<typeof deduplicatorContract>): Promise<string[]> {
  const ends = Promise.allSettled(cases.map(({ run }) => run()));
  await vi.runAllTimersAsync();
  return (await ends).flatMap((end) => (end.status === 'rejected' ? [end.reason.message] : []));
}

const named = (create: () => Deduplicator, name: string) =>
  deduplicatorContract(create).filter((one) => one.name === name);

describe('the deduplicator in memory passes', () => {
  test.each(deduplicatorContract(createMemoryDeduplicator).map(({ name }) => name))('%s', async (name) => {
    expect(await failuresOf(named(createMemoryDeduplicator, name))).toEqual([]);
  });
});

test('one deduplicator passes all cases at once', async () => {
  const deduplicator = createMemoryDeduplicator();
  expect(await failuresOf(deduplicatorContract(async () => deduplicator))).toEqual([]);
});

test('a deduplicator passes although the machine pauses between two steps of a case', async () => {
  const create = () => {
    const inner = createMemoryDeduplicator();
    let pause = 2_000;
    const claim: Deduplicator['claim'] = async (key, options) => {
      const claimed = await inner.claim(key, options);
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = 0;
      return claimed;
    };
    return { ...inner, claim };
  };
  expect(await failuresOf(deduplicatorContract(create))).toEqual([]);
});

const later = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a deduplicator fails', () => {
  test.each<[string, string, string, (inner: Deduplicator) => Partial<Deduplicator>]>([
    [
      'that claims in two steps',
      'grants a key to one of many claims at once',
      '20 of 20 claims at once returned "run".',
      (inner) => {
        const claimed = new Set<string>();
        return {
          claim: async (key, options) => {
            const isBusy = claimed.has(key);
            await later();
            claimed.add(key);
            return isBusy ? inner.claim(key, options) : { state: 'run', token: crypto.randomUUID() };
          },
        };
      },
    ],
    [
      'that releases with every token',
      'changes nothing by the token of a lost claim',
      'claim() returned "run" instead of "busy" after release() with the token of a lost claim.',
      (inner) => {
        const tokens = new Map<string, string>();
        return {
          claim: async (key, options) => {
            const claim = await inner.claim(key, options);
            if (claim.state === 'run') tokens.set(key, claim.token);
            return claim;
          },
          release: (key) => inner.release(key, tokens.get(key) ?? ''),
        };
      },
    ],
    [
      'that renews whatever it is asked to',
      'renews no claim that has ended',
      'renew() returned true for a claim whose lease had ended.',
      () => ({ renew: async () => true }),
    ],
    [
      'that never ends a claim',
      'ends a claim after its lease',
      'claim() returned "busy" after the lease of the first claim.',
      (inner) => ({ claim: (key) => inner.claim(key, { leaseDuration: 60_000 }) }),
    ],
    [
      'that remembers nothing',
      'remembers what was done',
      'claim() returned "run" instead of "done" after done().',
      (inner) => ({ done: (key, token) => inner.release(key, token) }),
    ],
    [
      'that remembers for ever',
      'forgets what was done after the ttl',
      'claim() returned "done" after the end of the ttl.',
      (inner) => ({ done: (key, token) => inner.done(key, token, { ttl: 60_000 }) }),
    ],
  ])('%s: %s', async (_, name, message, change) => {
    const create = () => {
      const inner = createMemoryDeduplicator();
      return { ...inner, ...change(inner) };
    };
    expect(await failuresOf(named(create, name))).toEqual([message]);
  });
});
