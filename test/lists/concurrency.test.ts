import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Page, Paginator } from '../../src/lists/index.js';
import type { Concurrency } from '../../src/lists/plan.js';
import { day, type Entry, runs, type Scene, scenes } from './arbitraries.js';
import { serviceOf } from './service.js';
import { VirtualClock } from './virtual-clock.js';

interface Weather {
  readonly concurrency: Concurrency;
  /** Milliseconds that answers and the consumer take, over and over. */
  readonly delays: readonly number[];
  readonly consumer: number;
}

const weathers: fc.Arbitrary<Weather> = fc.record({
  concurrency: fc.oneof(fc.constant('auto' as const), fc.integer({ min: 1, max: 8 })),
  delays: fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 7 }),
  consumer: fc.constantFrom(0, 300, 5_000),
});

/** A list whose answers take their time, and overtake each other. */
function open({ operation, query, rows, behaviour }: Scene, { concurrency, delays, consumer }: Weather) {
  const clock = new VirtualClock();
  const service = serviceOf(rows, behaviour);
  const underWay = new Set<AbortSignal>();
  let asked = 0;
  let mostAtOnce = 0;
  const list = (resumeFrom?: unknown) =>
    new Paginator<Entry>({
      operation,
      query,
      resumeFrom,
      concurrency,
      requestsPerSecond: () => 5,
      async fetchPage(...request) {
        const [, , signal] = request;
        const duration = delays[asked % delays.length] ?? 1;
        asked += 1;
        underWay.add(signal);
        mostAtOnce = Math.max(mostAtOnce, [...underWay].filter(({ aborted }) => !aborted).length);
        await clock.sleep(duration);
        underWay.delete(signal);
        signal.throwIfAborted();
        return { ...(await service.fetchPage(...request)), duration };
      },
    });
  const walk = async (paginator: Paginator<Entry>) => {
    const pages: Page<Entry>[] = [];
    for await (const page of paginator.pages()) {
      pages.push(page);
      if (consumer > 0) await clock.sleep(consumer);
    }
    return pages;
  };
  const pagesOf = (resumeFrom?: unknown) => clock.run(walk(list(resumeFrom)));
  return { service, pagesOf, mostAtOnce: () => mostAtOnce };
}

const textOf = ({ id, created, text }: Entry) => `${id} ${created} ${text}`;
const textsOf = (pages: readonly Page<Entry>[]) => pages.flatMap(({ items }) => items.map(textOf));

describe.each(['with ids', 'without ids', 'mixed'] as const)(
  'any list %s, however it is walked',
  (entries) => {
    test('is handed out once, whole and in order', async () => {
      await fc.assert(
        fc.asyncProperty(scenes(entries), weathers, async (scene, weather) => {
          const { service, pagesOf } = open(scene, weather);
          const walked = textsOf(await pagesOf());
          const whole = service.inRange(scene.span.from, scene.span.to).map(textOf);
          expect(walked.toSorted()).toEqual(whole.toSorted());
          if (scene.behaviour.order !== 'unknown') expect(walked).toEqual(whole);
        }),
        runs(1.5),
      );
    });

    test.each(['shuffled', 'oldest-first', 'newest-first'] as const)(
      'is handed out once and whole where the service sorts it otherwise (%s)',
      async (order) => {
        await fc.assert(
          fc.asyncProperty(scenes(entries), weathers, async (scene, weather) => {
            const other = { ...scene, behaviour: { ...scene.behaviour, order } };
            const { service, pagesOf } = open(other, weather);
            const whole = service.inRange(scene.span.from, scene.span.to).map(textOf);
            expect(textsOf(await pagesOf()).toSorted()).toEqual(whole.toSorted());
          }),
        );
      },
    );

    test('goes on behind any page, without a miss, and repeats nothing but what was handed out', async () => {
      await fc.assert(
        fc.asyncProperty(scenes(entries), weathers, fc.nat(), async (scene, weather, pick) => {
          const { service, pagesOf } = open(scene, weather);
          const pages = await pagesOf();
          const count = 1 + (pick % pages.length);
          const handedOut = textsOf(pages.slice(0, count));
          const kept: unknown = JSON.parse(JSON.stringify(pages[count - 1]?.checkpoint));
          const resumed = textsOf(await pagesOf(kept));
          const whole = service.inRange(scene.span.from, scene.span.to).map(textOf);
          expect(without([...handedOut, ...resumed], whole, handedOut)).toEqual([]);
        }),
        runs(1.5),
      );
    });
  },
);

/** What is left of some texts without others, all of which have to be among them, and without what may come again. */
function without(
  texts: readonly string[],
  others: readonly string[],
  mayRepeat: readonly string[],
): string[] {
  const left = [...texts];
  for (const text of others) {
    expect(left).toContain(text);
    left.splice(left.indexOf(text), 1);
  }
  return left.filter((text) => !mayRepeat.includes(text));
}

test('a request far ahead counts when the walk comes back to a window that has room again', async () => {
  const from = Date.parse('2026-01-01T00:00:00Z');
  const span = { from, to: from + 31 * day + 1 };
  const { pagesOf, mostAtOnce } = open(
    {
      operation: { id: 'things.list', range: { maxDays: 31, order: 'oldest-first', field: 'created' } },
      query: { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() },
      span,
      rows: [from + 1, from, from, from].map((at) => ({
        at,
        entry: { created: new Date(at).toISOString(), text: 'a' },
      })),
      behaviour: { order: 'oldest-first', bounds: 'both', pageSizes: [0, 3] },
    },
    { concurrency: 2, delays: [1], consumer: 0 },
  );
  await pagesOf();
  expect(mostAtOnce()).toBe(2);
});

test('requests stay inside the range and within its limit, and no more are under way than asked for', async () => {
  await fc.assert(
    fc.asyncProperty(scenes(), weathers, async (scene, weather) => {
      const { service, pagesOf, mostAtOnce } = open(scene, weather);
      await pagesOf();
      for (const { from, to } of service.requests) {
        expect(Date.parse(from)).toBeGreaterThanOrEqual(scene.span.from);
        expect(Date.parse(to)).toBeLessThanOrEqual(scene.span.to);
        expect(Date.parse(to) - Date.parse(from)).toBeLessThanOrEqual(scene.operation.range.maxDays * day);
      }
      if (weather.concurrency !== 'auto') expect(mostAtOnce()).toBeLessThanOrEqual(weather.concurrency);
    }),
  );
});
