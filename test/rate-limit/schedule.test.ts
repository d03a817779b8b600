import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Priority } from '../../src/rate-limit/rate-limiter.js';
import { burst, type Line, type Outcome, type Scene, sceneOn, simulate } from './simulation.js';

const lines = (maxRoundTrip: number, maxJitter = 0.5): fc.Arbitrary<Line> =>
  fc.record({
    seed: fc.integer(),
    roundTrip: fc.integer({ min: 5, max: maxRoundTrip }),
    jitter: fc.double({ min: 0, max: maxJitter, noNaN: true }),
    there: fc.double({ min: 0.3, max: 0.7, noNaN: true }),
  });
const priorities: fc.Arbitrary<Priority> = fc.constantFrom('interactive', 'background');

/** Draws the same values in every run, because the targets are shares and counts, which depend a little on the draw. */
function forAll<T>(arbitrary: fc.Arbitrary<T>, numRuns: number, law: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, law), { numRuns, seed: 1 });
}

/** How long most simulations last. */
const span = 40_000;

const rejections = ({ sent }: Outcome, from = 0) =>
  sent.filter(({ isRejected, countedAt }) => isRejected && countedAt > from).length;

/** The share of the limit that was used between two times. */
function share({ sent }: Outcome, from: number, to = span, limit = 5): number {
  const accepted = sent.filter((one) => !one.isRejected && from <= one.countedAt && one.countedAt < to);
  return (1_000 * accepted.length) / (limit * (to - from));
}

/** The longest time without a send while calls waited, after synchronization. */
function longestLull({ sent, waiting }: Outcome): number {
  const synchronizedAt = Math.min(...sent.filter((one) => one.isSynchronized).map((one) => one.sentAt));
  const sends = sent.map(({ sentAt }) => ({ at: sentAt, isSend: true, calls: 0 }));
  const changes = waiting.map((change) => ({ ...change, isSend: false }));
  let longest = 0;
  let since: number | undefined;
  for (const { at, isSend, calls } of [...sends, ...changes].sort((one, other) => one.at - other.at)) {
    if (since !== undefined && since >= synchronizedAt) longest = Math.max(longest, at - since);
    if (isSend) since = since === undefined ? undefined : at;
    else since = calls > 0 ? (since ?? at) : undefined;
  }
  return longest;
}

function saturate(line: Line, changes: Partial<Scene> = {}, until = span): Outcome {
  return simulate(sceneOn(line, changes), burst((until / 1_000) * 11, 0, 'background'), until);
}

describe('a saturated key', () => {
  test('uses the limit, and windows never get more than the limit on a steady line', () => {
    forAll(lines(200, 0.25), 40, (line) => {
      const outcome = saturate(line);
      expect(share(outcome, 10_000)).toBeGreaterThan(0.99);
      expect(share(outcome, 0)).toBeGreaterThan(0.96);
      expect(rejections(outcome, 10_000)).toBe(0);
    });
  });

  test('uses the limit under jitter and drift, with few 429s at the start and at most one in 1,000 requests after it', () => {
    const runs = 60;
    let requests = 0;
    let rejected = 0;
    let rejectedAtStart = 0;
    forAll(fc.tuple(lines(800), fc.double({ min: -2e-4, max: 2e-4, noNaN: true })), runs, ([line, drift]) => {
      const outcome = saturate(line, { skew: (at) => at * drift, phase: (at) => -at * drift });
      expect(share(outcome, 10_000)).toBeGreaterThan(0.96);
      expect(share(outcome, 0)).toBeGreaterThan(0.9);
      requests += outcome.sent.filter(({ countedAt }) => countedAt > 10_000).length;
      rejected += rejections(outcome, 10_000);
      rejectedAtStart += rejections(outcome) - rejections(outcome, 10_000);
    });
    expect(rejected / requests).toBeLessThan(1 / 1_000);
    // A new connection delays its first request, so the request can arrive in another window.
    expect(rejectedAtStart / runs).toBeLessThan(1);
  });

  test('sends in every window while calls wait', () => {
    const bursts = fc.array(
      fc.record({
        at: fc.nat(span),
        count: fc.nat(20),
        priority: priorities,
        aborts: fc.option(fc.nat(5_000)),
      }),
      { maxLength: 20 },
    );
    forAll(fc.tuple(lines(400), bursts), 100, ([line, drawn]) => {
      const calls = drawn.flatMap(({ at, count, priority, aborts }) =>
        burst(count, at, priority).map((call, index) =>
          aborts !== null && index % 2 === 0 ? { ...call, abortsAt: at + aborts } : call,
        ),
      );
      expect(longestLull(simulate(sceneOn(line), calls))).toBeLessThan(1_900);
    });
  });

  test.each([
    [150, 0.98],
    [190, 0.95],
  ])('is used by one list whose pages take %d ms', (roundTrip, target) => {
    forAll(lines(400, 0.2), 25, (line) => {
      const pages = [{ at: 0, priority: 'background' as const, repeats: true }];
      const outcome = simulate(sceneOn({ ...line, roundTrip }), pages, span);
      expect(share(outcome, 5_000)).toBeGreaterThan(target);
      expect(rejections(outcome)).toBe(0);
    });
  });
});

describe('interactive calls', () => {
  test('are sent at once if the key is idle, up to 5', () => {
    forAll(fc.tuple(lines(800), fc.nat(5)), 100, ([line, count]) => {
      const outcome = simulate(sceneOn(line), burst(count, 0, 'interactive'));
      expect(outcome.sent.map(({ sentAt }) => sentAt)).toEqual(Array(count).fill(0));
      expect(rejections(outcome)).toBe(0);
    });
  });

  test('take at most 1.2 of the ideal time if 30 start at once, and rarely get a 429', () => {
    let rejected = 0;
    forAll(lines(200), 100, (line) => {
      const outcome = simulate(sceneOn(line), burst(30, 0, 'interactive'));
      expect(outcome.end).toBeLessThan(1.2 * 6_000);
      rejected += rejections(outcome);
    });
    expect(rejected / 100).toBeLessThan(0.05);
  });

  test('get no 429 if the limiter synchronizes while responses of two windows are in flight', () => {
    const scene = sceneOn({ seed: -503635964, roundTrip: 127, jitter: 0.104, there: 0.7 });
    expect(rejections(simulate(scene, burst(30, 0, 'interactive')))).toBeLessThanOrEqual(1);
  });

  test('take at most 1.15 of the ideal time if 60 start 15 ms before a window ends', () => {
    forAll(fc.tuple(lines(40, 0.75), fc.boolean()), 60, ([line, isCold]) => {
      const scene = sceneOn(line);
      const begin = (isCold ? 1_000 : 12_000) + scene.phase(0) - 15;
      const earlier = Array.from({ length: isCold ? 0 : 30 }, (_, index) =>
        burst(1, index * 333, 'interactive'),
      );
      const outcome = simulate(scene, [...earlier.flat(), ...burst(60, begin, 'interactive')]);
      expect(outcome.end - begin).toBeLessThan(1.15 * 10_000);
      expect(rejections(outcome)).toBeLessThanOrEqual(1);
    });
  });

  test('hardly wait while background calls saturate the key', () => {
    const waits: number[] = [];
    const pauses = fc.array(fc.integer({ min: 400, max: 1_000 }), { minLength: 80 });
    forAll(fc.tuple(lines(200), pauses), 25, ([line, drawn]) => {
      let at = 5_000;
      const urgent = drawn.flatMap((pause) => {
        at += pause;
        return burst(1, at, 'interactive');
      });
      const { sent } = simulate(sceneOn(line), [...burst(600, 0, 'background'), ...urgent], span);
      const measured = sent.filter(
        ({ priority, queuedAt }) => priority === 'interactive' && queuedAt > 10_000,
      );
      waits.push(...measured.map(({ sentAt, queuedAt }) => sentAt - queuedAt));
    });
    waits.sort((one, other) => one - other);
    expect(waits[Math.floor(waits.length * 0.5)]).toBeLessThan(20);
    expect(waits[Math.floor(waits.length * 0.99)]).toBeLessThan(300);
  });
});

describe('a key that others use too', () => {
  test('gets the turns that they leave §backoff.remaining', () => {
    forAll(fc.tuple(lines(100, 0.25), fc.integer({ min: 1, max: 3 })), 25, ([line, others]) => {
      const outcome = saturate(line, { others: () => others });
      expect(rejections(outcome)).toBeLessThanOrEqual(3);
      expect(share(outcome, 10_000, span, 5 - others)).toBeGreaterThan(0.95);
    });
  });

  test('gets at most one 429 in a window that they have used up', () => {
    forAll(lines(60, 0.25), 20, (line) => {
      const isUsedUp = (window: number) => window > 10_000 && Math.floor(window / 1_000) % 3 === 0;
      const { sent } = saturate(line, { others: (window) => (isUsedUp(window) ? 5 : 0) });
      const rejectedIn = sent.filter(({ isRejected }) => isRejected).map(({ window }) => window);
      expect(rejectedIn.length).toBeGreaterThan(5);
      expect(rejectedIn).toEqual([...new Set(rejectedIn)]);
    });
  });
});

describe('disturbances', () => {
  const change =
    <T>(before: T, after: T) =>
    (at: number) =>
      at < 15_000 ? before : after;
  const targets: [string, Partial<Scene>, { rejected: number; share?: number; limit?: number }][] = [
    ['headers are missing', { headers: () => undefined }, { rejected: 1, share: 0.9 }],
    [
      'the reset is constant',
      { headers: (it) => ({ ...it, reset: new Date(12_345) }) },
      { rejected: 1, share: 0.9 },
    ],
    [
      'the reset is in whole seconds',
      { headers: (it) => ({ ...it, reset: new Date(Math.ceil(it.reset.getTime() / 1_000) * 1_000) }) },
      { rejected: 1 },
    ],
    ['the limit falls to 3', { limit: change(5, 3) }, { rejected: 3, limit: 3 }],
    ['the limit rises to 10', { limit: change(5, 10) }, { rejected: 1, limit: 10 }],
    ['the phase changes', { phase: change(100, 470) }, { rejected: 6 }],
    ["the service's clock is set", { skew: change(0, 3_370) }, { rejected: 2 }],
    [
      'the process stalls',
      { awake: (at) => (at > 15_000 && at < 16_500 ? 16_500 : at) },
      { rejected: 1, share: 0.9 },
    ],
  ];

  test.each(targets)('cause no burst and no stall if %s', (_, changes, target) => {
    forAll(lines(100, 0.25), 25, (line) => {
      const outcome = saturate(line, changes);
      expect(rejections(outcome)).toBeLessThanOrEqual(target.rejected);
      expect(share(outcome, 20_000, span, target.limit)).toBeGreaterThan(target.share ?? 0.95);
      expect(longestLull(outcome)).toBeLessThan(1_900);
    });
  });

  test('by single headers that are far off do not close the key', () => {
    const far = fc.array(fc.tuple(fc.nat(60), fc.double({ min: -1e5, max: 1e5, noNaN: true })), {
      maxLength: 5,
    });
    forAll(fc.tuple(lines(200), far), 100, ([line, drawn]) => {
      let responses = 0;
      const headers: Scene['headers'] = (sent) => {
        responses += 1;
        const hours = drawn.find(([index]) => index === responses)?.[1];
        if (hours === undefined) return sent;
        return { ...sent, remaining: 0, reset: new Date(sent.reset.getTime() + hours * 3_600_000) };
      };
      const outcome = simulate(sceneOn(line, { headers }), burst(80, 0, 'interactive'));
      expect(outcome.sent.filter(({ isRejected }) => !isRejected)).toHaveLength(80);
      expect(outcome.end).toBeLessThan(25_000);
    });
  });

  test('by random resets cost no more than missing headers', () => {
    const offsets = fc.infiniteStream(fc.double({ min: -1e5, max: 1e5, noNaN: true }));
    forAll(fc.tuple(lines(100, 0.25), offsets), 25, ([line, stream]) => {
      const headers: Scene['headers'] = (sent) => {
        return { ...sent, reset: new Date(sent.reset.getTime() + Number(stream.next().value)) };
      };
      const outcome = saturate(line, { headers });
      expect(share(outcome, 10_000)).toBeGreaterThan(0.9);
      expect(rejections(outcome)).toBeLessThanOrEqual(3);
    });
  });

  test('by a stated limit that is too high end with the first 429', () => {
    forAll(fc.tuple(lines(60, 0.25), fc.integer({ min: 11, max: 1e9 })), 25, ([line, limit]) => {
      const headers: Scene['headers'] = (sent) => ({ ...sent, limit, remaining: limit - 1 });
      const { sent } = simulate(sceneOn(line, { headers }), burst(100, 0, 'interactive'));
      const rejectedAt = sent.filter(({ isRejected }) => isRejected).map(({ countedAt }) => countedAt);
      expect(Math.max(...rejectedAt) - Math.min(...rejectedAt)).toBeLessThan(1_500);
    });
  });

  test('by missing headers leave 0.9 of the limit to interactive calls', () => {
    forAll(lines(400, 0.25), 25, (line) => {
      const scene = sceneOn(line, { headers: () => undefined });
      const outcome = simulate(scene, burst(11 * (span / 1_000), 0, 'interactive'), span);
      expect(share(outcome, 10_000)).toBeGreaterThan(0.9);
      expect(rejections(outcome)).toBeLessThanOrEqual(2);
    });
  });
});
