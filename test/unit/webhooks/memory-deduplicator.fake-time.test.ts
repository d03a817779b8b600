import fc from 'fast-check';
import { createMemoryDeduplicator } from 'outlet-open-api/webhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';

beforeEach(() => void vi.useFakeTimers());

const lease = { leaseDuration: 1_000 };
const memory = { ttl: 10_000 };

/** Claims a key that must be free. */
async function claimed(
  deduplicator: ReturnType<typeof createMemoryDeduplicator>,
  key: string,
): Promise<string> {
  const claim = await deduplicator.claim(key, lease);
  return claim.state === 'run' ? claim.token : expect.fail(claim.state);
}

describe('a claim', () => {
  test('is exclusive until it is released', async () => {
    const deduplicator = createMemoryDeduplicator();
    const token = await claimed(deduplicator, 'a');
    expect(await deduplicator.claim('a', lease)).toEqual({ state: 'busy' });
    expect(await deduplicator.claim('b', lease)).toMatchObject({ state: 'run' });
    await deduplicator.release('a', token);
    expect(await deduplicator.claim('a', lease)).toMatchObject({ state: 'run' });
  });

  test('ends after its lease unless it is renewed', async () => {
    const deduplicator = createMemoryDeduplicator();
    const token = await claimed(deduplicator, 'a');
    vi.advanceTimersByTime(999);
    expect(await deduplicator.renew('a', token, 1_000)).toBe(true);
    vi.advanceTimersByTime(999);
    expect(await deduplicator.claim('a', lease)).toEqual({ state: 'busy' });
    vi.advanceTimersByTime(1);
    expect(await deduplicator.claim('a', lease)).toMatchObject({ state: 'run' });
  });

  test('that was lost changes nothing', async () => {
    const deduplicator = createMemoryDeduplicator();
    const stale = await claimed(deduplicator, 'a');
    vi.advanceTimersByTime(1_000);
    const token = await claimed(deduplicator, 'a');
    await deduplicator.release('a', stale);
    await deduplicator.done('a', stale, memory);
    expect(await deduplicator.claim('a', lease)).toEqual({ state: 'busy' });
    vi.advanceTimersByTime(500);
    expect(await deduplicator.renew('a', stale, 1_000)).toBe(false);
    vi.advanceTimersByTime(500);
    expect(await deduplicator.claim('a', lease)).toMatchObject({ state: 'run' });
    await deduplicator.done('a', token, memory);
    expect(await deduplicator.claim('a', lease)).toEqual({ state: 'busy' });
  });

  test('that is done is remembered for the ttl', async () => {
    const deduplicator = createMemoryDeduplicator();
    const token = await claimed(deduplicator, 'a');
    await deduplicator.done('a', token, memory);
    await deduplicator.release('a', token);
    vi.advanceTimersByTime(9_999);
    expect(await deduplicator.claim('a', lease)).toEqual({ state: 'done' });
    vi.advanceTimersByTime(1);
    expect(await deduplicator.claim('a', lease)).toMatchObject({ state: 'run' });
  });
});

describe('a full deduplicator', () => {
  test('forgets what was handled longest ago, never an active claim', async () => {
    const deduplicator = createMemoryDeduplicator({ maxEntries: 3 });
    const running = await claimed(deduplicator, 'running');
    for (const key of ['a', 'b', 'c']) await deduplicator.done(key, await claimed(deduplicator, key), memory);
    expect(await deduplicator.claim('c', lease)).toEqual({ state: 'done' });
    expect(await deduplicator.claim('running', lease)).toEqual({ state: 'busy' });
    expect(await deduplicator.claim('a', lease)).toMatchObject({ state: 'run' });
    await deduplicator.release('running', running);
  });

  test('accepts no more claims until one ends', async () => {
    const deduplicator = createMemoryDeduplicator({ maxEntries: 2 });
    const first = await claimed(deduplicator, 'a');
    await claimed(deduplicator, 'b');
    expect(await deduplicator.claim('c', lease)).toEqual({ state: 'busy' });
    await deduplicator.release('a', first);
    expect(await deduplicator.claim('c', lease)).toMatchObject({ state: 'run' });
  });

  test('replaces claims that have ended', async () => {
    const deduplicator = createMemoryDeduplicator({ maxEntries: 2 });
    await claimed(deduplicator, 'a');
    await claimed(deduplicator, 'b');
    vi.advanceTimersByTime(1_000);
    expect(await deduplicator.claim('c', lease)).toMatchObject({ state: 'run' });
  });
});

test('at most one claim of a delivery is active, and none while it is remembered', async () => {
  const step = fc.record({
    act: fc.constantFrom('claim', 'renew', 'done', 'release', 'wait'),
    key: fc.constantFrom('a', 'b'),
    holder: fc.nat(3),
    milliseconds: fc.nat(1_500),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const deduplicator = createMemoryDeduplicator();
      /** Tokens by key and holder, and how long the latest one is valid. */
      const tokens = new Map<string, string>();
      const model = new Map<string, { token: string; until: number; isDone: boolean }>();
      for (const { act, key, holder, milliseconds } of steps) {
        const now = performance.now();
        const token = tokens.get(key + holder) ?? 'none';
        const held = model.get(key);
        const isOwn = held?.token === token && !held.isDone && held.until > now;
        if (act === 'wait') vi.advanceTimersByTime(milliseconds);
        if (act === 'renew') expect(await deduplicator.renew(key, token, 1_000)).toBe(isOwn);
        if (act === 'renew' && isOwn) model.set(key, { ...held, until: now + 1_000 });
        if (act === 'done') await deduplicator.done(key, token, memory);
        if (act === 'done' && isOwn) model.set(key, { token, until: now + 10_000, isDone: true });
        if (act === 'release') await deduplicator.release(key, token);
        if (act === 'release' && isOwn) model.delete(key);
        if (act !== 'claim') continue;
        const claim = await deduplicator.claim(key, lease);
        const expected = held && held.until > now ? (held.isDone ? 'done' : 'busy') : 'run';
        expect(claim.state).toBe(expected);
        if (claim.state === 'run') {
          tokens.set(key + holder, claim.token);
          model.set(key, { token: claim.token, until: now + 1_000, isDone: false });
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('a claim that has ended can be neither renewed nor done', async () => {
  const deduplicator = createMemoryDeduplicator();
  const token = await claimed(deduplicator, 'a');
  vi.advanceTimersByTime(1_000);
  expect(await deduplicator.renew('a', token, 1_000)).toBe(false);
  await deduplicator.done('a', token, memory);
  expect(await deduplicator.claim('a', lease)).toMatchObject({ state: 'run' });
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '5'])(
  '%s is not a number of entries',
  (maxEntries) => {
    expect(() => Reflect.apply(createMemoryDeduplicator, undefined, [{ maxEntries }])).toThrow(
      '`maxEntries` must be a whole number from 1 up',
    );
  },
);
