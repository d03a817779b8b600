import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  burst,
  type Line,
  type Outcome,
  type Scene,
  type SentRequest,
  sceneOn,
  simulate,
} from './simulation.js';

// Bars are for shares and counts, which other draws move a little: the same ones are drawn each time.
fc.configureGlobal({ seed: 1 });

const lines = (longest: number, jitter = 0.5): fc.Arbitrary<Line> =>
  fc.record({
    seed: fc.integer(),
    roundTrip: fc.integer({ min: 5, max: longest }),
    jitter: fc.double({ min: 0, max: jitter, noNaN: true }),
    there: fc.double({ min: 0.3, max: 0.7, noNaN: true }),
  });

const minute = 60_000;
const refusals = (sent: readonly SentRequest[]) => sent.filter(({ isRefused }) => isRefused).length;

/** What share of the limit was used between two instants. */
function share({ sent }: Outcome, from: number, to: number, perSecond = 5): number {
  const used = sent.filter(
    ({ countedAt, isRefused }) => !isRefused && from <= countedAt && countedAt < to,
  ).length;
  return used / ((perSecond * (to - from)) / 1_000);
}

function saturated(scene: Scene, until = minute): Outcome {
  return simulate(scene, burst((until / 1_000) * 11, 0, 'background'), until);
}

describe('a saturated key', () => {
  test('is used to the limit and hardly ever refused, whatever line, phase and clock it has', () => {
    let requests = 0;
    let refused = 0;
    fc.assert(
      fc.property(lines(400), (line) => {
        const outcome = saturated(sceneOn(line));
        const late = outcome.sent.filter(({ countedAt }) => countedAt > 10_000);
        requests += late.length;
        refused += refusals(late);
        expect(share(outcome, 10_000, minute)).toBeGreaterThan(0.97);
        expect(share(outcome, 0, minute)).toBeGreaterThan(0.95);
      }),
      { numRuns: 40 },
    );
    expect(refused / requests).toBeLessThan(1 / 1_000);
  });

  test('is refused only by a line that nobody could foresee', () => {
    fc.assert(
      fc.property(lines(400), (line) => {
        const usual = line.roundTrip * line.there;
        const isForeseeable = ({ countedAt, sentAt, isSynchronized, openedConnection }: SentRequest) =>
          isSynchronized && !openedConnection && Math.abs(countedAt - sentAt - usual) < 50;
        const { sent } = saturated(sceneOn(line));
        for (const { window } of sent.filter(({ isRefused }) => isRefused)) {
          const near = sent.filter((one) => Math.abs(one.window - window) <= 1_000);
          expect(near.every(isForeseeable)).toBe(false);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('lets no window pass without a send while calls wait, once the phase is known', () => {
    const bursts = fc.array(
      fc.record({
        at: fc.nat(minute),
        count: fc.nat(20),
        priority: priorities,
        leaves: fc.option(fc.nat(5_000)),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(lines(400), bursts, (line, drawn) => {
        const calls = drawn.flatMap(({ at, count, priority, leaves }) =>
          burst(count, at, priority).map((call, index) =>
            leaves !== null && index % 2 === 0 ? { ...call, abortsAt: at + leaves } : call,
          ),
        );
        const outcome = simulate(sceneOn(line), calls);
        expect(longestLull(outcome)).toBeLessThan(1_900);
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    [150, 0.98],
    [190, 0.95],
  ])('is used by whoever asks for one page after another, %d ms each', (roundTrip, most) => {
    fc.assert(
      fc.property(lines(400, 0.2), (line) => {
        const chain = [{ at: 0, priority: 'background' as const, repeats: true }];
        const outcome = simulate(sceneOn({ ...line, roundTrip }), chain, minute);
        expect(share(outcome, 5_000, minute)).toBeGreaterThan(most);
        expect(refusals(outcome.sent)).toBe(0);
      }),
      { numRuns: 25 },
    );
  });

  test('uses most of its first minute, on a long line too, and is hardly ever refused while connections are opened', () => {
    let refused = 0;
    fc.assert(
      fc.property(lines(800), (line) => {
        const outcome = saturated(sceneOn(line));
        expect(share(outcome, 0, minute)).toBeGreaterThan(0.9);
        refused += refusals(outcome.sent);
      }),
      { numRuns: 40 },
    );
    expect(refused / 40).toBeLessThan(1);
  });
});

const priorities = fc.constantFrom('interactive', 'background');

/** The longest time without a send, in a known phase, while anybody waited. */
function longestLull({ sent, waiting }: Outcome): number {
  const lock = Math.min(...sent.filter(({ isSynchronized }) => isSynchronized).map((one) => one.sentAt));
  const sends = sent.map((one) => ({ at: one.sentAt, isSend: true, calls: 0 }));
  const all = [...sends, ...waiting.map((one) => ({ ...one, isSend: false }))];
  let longest = 0;
  let since: number | undefined;
  for (const { at, isSend, calls } of all.sort((one, other) => one.at - other.at)) {
    if (since !== undefined && since >= lock) longest = Math.max(longest, at - since);
    if (isSend) since = since === undefined ? undefined : at;
    else since = calls > 0 ? (since ?? at) : undefined;
  }
  return longest;
}

describe('calls that somebody waits for', () => {
  test('go at once where nobody else does, five of them, whatever is known', () => {
    fc.assert(
      fc.property(lines(800), fc.nat(5), (line, count) => {
        const { sent } = simulate(sceneOn(line), burst(count, 0, 'interactive'));
        expect(sent.map((one) => one.sentAt)).toEqual(Array(count).fill(0));
        expect(refusals(sent)).toBe(0);
      }),
    );
  });

  test('are 30 in little over 6 s with a cold client, and hardly ever refused', () => {
    fc.assert(
      fc.property(lines(200), (line) => {
        const { sent, end } = simulate(sceneOn(line), burst(30, 0, 'interactive'));
        expect(end).toBeLessThan(1.2 * 6_000);
        expect(refusals(sent)).toBeLessThanOrEqual(1);
      }),
      // In the first one, answers of two windows are under way when the phase comes to light.
      { numRuns: 300, examples: [[{ seed: -503635964, roundTrip: 127, jitter: 0.104, there: 0.7 }]] },
    );
  });

  test('are 60 in little over 10 s, though they begin 15 ms before a window ends', () => {
    fc.assert(
      fc.property(lines(40, 0.75), fc.boolean(), (line, isCold) => {
        const scene = sceneOn(line);
        const begin = (isCold ? 1_000 : 12_000) + scene.phase(0) - 15;
        const earlier = isCold ? [] : Array.from({ length: 30 }, (_, index) => index * 333);
        const calls = earlier.map((at) => ({ at, priority: 'interactive' as const }));
        const { sent, end } = simulate(scene, [...calls, ...burst(60, begin, 'interactive')]);
        expect(end - begin).toBeLessThan(1.15 * 10_000);
        expect(refusals(sent)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  test('hardly wait while a backfill saturates the key', () => {
    const waits: number[] = [];
    fc.assert(
      fc.property(
        lines(200),
        fc.array(fc.integer({ min: 400, max: 1_000 }), { minLength: 80 }),
        (line, pauses) => {
          let at = 5_000;
          const urgent = pauses.map((pause) => {
            at += pause;
            return { at, priority: 'interactive' as const };
          });
          const { sent } = simulate(sceneOn(line), [...burst(600, 0, 'background'), ...urgent], minute);
          const theirs = sent.filter(
            ({ priority, queuedAt }) => priority === 'interactive' && queuedAt > 10_000,
          );
          waits.push(...theirs.map((one) => one.sentAt - one.queuedAt));
        },
      ),
      { numRuns: 25 },
    );
    waits.sort((one, other) => one - other);
    expect(waits[Math.floor(waits.length * 0.5)]).toBeLessThan(20);
    expect(waits[Math.floor(waits.length * 0.99)]).toBeLessThan(300);
  });
});

describe('a key that others use too', () => {
  test('is used for what they leave §backoff.remaining', () => {
    fc.assert(
      fc.property(lines(100, 0.25), fc.integer({ min: 1, max: 3 }), (line, count) => {
        const outcome = saturated(sceneOn(line, { others: () => count }));
        expect(refusals(outcome.sent)).toBeLessThanOrEqual(3);
        expect(share(outcome, 10_000, minute, 5 - count)).toBeGreaterThan(0.95);
      }),
      { numRuns: 25 },
    );
  });

  test('is left alone for the rest of a window that they have used up', () => {
    fc.assert(
      fc.property(lines(60, 0.25), (line) => {
        const isUsedUp = (window: number) => window > 10_000 && Math.floor(window / 1_000) % 3 === 0;
        const { sent } = saturated(sceneOn(line, { others: (window) => (isUsedUp(window) ? 5 : 0) }));
        const inVain = sent.filter(({ isRefused }) => isRefused).map(({ window }) => window);
        expect(inVain.length).toBeGreaterThan(10);
        expect(inVain).toEqual([...new Set(inVain)]);
      }),
      { numRuns: 20 },
    );
  });
});

describe('what can go wrong', () => {
  test('when one answer names a window far away, the key is not closed for longer than a window', () => {
    const hours = fc.double({ min: -1e5, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(lines(200, 0.5), fc.array(fc.tuple(fc.nat(60), hours), { maxLength: 5 }), (line, odd) => {
        let answers = 0;
        const headers: Scene['headers'] = (told) => {
          answers += 1;
          const far = odd.find(([place]) => place === answers)?.[1];
          return far === undefined
            ? told
            : { ...told, remaining: 0, reset: new Date(told.reset.getTime() + far * 3_600_000) };
        };
        const outcome = simulate(sceneOn(line, { headers }), burst(80, 0, 'interactive'));
        expect(outcome.sent.filter(({ isRefused }) => !isRefused)).toHaveLength(80);
        expect(outcome.end).toBeLessThan(25_000);
      }),
      { numRuns: 300 },
    );
  });

  test('when the service refuses though it says that some are left, a high limit is not believed again', () => {
    fc.assert(
      fc.property(lines(60, 0.25), fc.integer({ min: 11, max: 1e9 }), (line, limit) => {
        const headers: Scene['headers'] = (told) => ({ ...told, limit, remaining: limit - 1 });
        const { sent } = simulate(sceneOn(line, { headers }), burst(100, 0, 'interactive'));
        const refusedAt = sent.filter(({ isRefused }) => isRefused).map(({ countedAt }) => countedAt);
        expect(Math.max(...refusedAt) - Math.min(...refusedAt)).toBeLessThan(1_500);
      }),
      { numRuns: 25 },
    );
  });

  test('when headers are missing and somebody waits for every call, the limit is used all the same', () => {
    fc.assert(
      fc.property(lines(400, 0.25), (line) => {
        const scene = sceneOn(line, { headers: () => undefined });
        const outcome = simulate(scene, burst(660, 0, 'interactive'), minute);
        expect(share(outcome, 10_000, minute)).toBeGreaterThan(0.9);
        expect(refusals(outcome.sent)).toBeLessThanOrEqual(2);
      }),
      { numRuns: 25 },
    );
  });

  test.each<[string, Partial<Scene>]>([
    ['the phase changes', { phase: (at) => (at < 15_000 ? 100 : 470) }],
    ["the service's clock is set", { skew: (at) => (at < 15_000 ? 0 : 3_370) }],
  ])('when %s, the new one is known within 4 s', (_, differing) => {
    fc.assert(
      fc.property(lines(400, 0.25), (line) => {
        const { sent } = saturated(sceneOn(line, differing), 25_000);
        expect(sent.filter((one) => one.sentAt > 19_000).every(({ isSynchronized }) => isSynchronized)).toBe(
          true,
        );
      }),
      { numRuns: 25 },
    );
  });

  const happenings: [string, Partial<Scene>, { refused: number; share?: number; perSecond?: number }][] = [
    ['headers are missing', { headers: () => undefined }, { refused: 1, share: 0.9 }],
    [
      'the reset never changes',
      { headers: (headers) => ({ ...headers, reset: new Date(12_345) }) },
      { refused: 1, share: 0.9 },
    ],
    [
      'the reset comes in whole seconds',
      {
        headers: (headers) => ({
          ...headers,
          reset: new Date(Math.ceil(headers.reset.getTime() / 1_000) * 1_000),
        }),
      },
      { refused: 1 },
    ],
    ['the limit falls to 3', { limit: (at) => (at < 15_000 ? 5 : 3) }, { refused: 3, perSecond: 3 }],
    ['the limit rises to 10', { limit: (at) => (at < 15_000 ? 5 : 10) }, { refused: 1, perSecond: 10 }],
    ['the phase changes', { phase: (at) => (at < 15_000 ? 100 : 470) }, { refused: 6 }],
    ["the service's clock is set", { skew: (at) => (at < 15_000 ? 0 : 3_370) }, { refused: 2 }],
    ['clocks drift apart', { skew: (at) => at * 2e-4, phase: (at) => -at * 2e-4 }, { refused: 1 }],
    [
      'the process stalls',
      { awake: (at) => (at > 15_000 && at < 16_500 ? 16_500 : at) },
      { refused: 1, share: 0.9 },
    ],
  ];

  test.each(happenings)('when %s, there is no burst and no stall', (_, differing, bar) => {
    fc.assert(
      fc.property(lines(100, 0.25), (line) => {
        const outcome = saturated(sceneOn(line, differing));
        expect(refusals(outcome.sent)).toBeLessThanOrEqual(bar.refused);
        expect(share(outcome, 20_000, minute, bar.perSecond)).toBeGreaterThan(bar.share ?? 0.95);
        expect(longestLull(outcome)).toBeLessThan(1_900);
      }),
      { numRuns: 25 },
    );
  });

  test('when the reset is anything, it is as if there was none', () => {
    fc.assert(
      fc.property(
        lines(100, 0.25),
        fc.integer({ min: 100, max: 100_000 }),
        fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true })),
        (line, off, numbers) => {
          const headers: Scene['headers'] = (told) => ({
            ...told,
            reset: new Date(told.reset.getTime() + off * Number(numbers.next().value)),
          });
          const outcome = saturated(sceneOn(line, { headers }));
          expect(share(outcome, 10_000, minute)).toBeGreaterThan(0.9);
          expect(refusals(outcome.sent)).toBeLessThanOrEqual(3);
        },
      ),
      { numRuns: 25 },
    );
  });
});
