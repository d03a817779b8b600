import type { RecordedRequest } from '../testing/index.js';
import { responseTime } from './courier.js';
import type { Breach, Law } from './scenario.js';
import { attemptsOf, requestsOf } from './stage.js';

/** How soon after a 429 the same request must not be repeated, in milliseconds. */
const patience = 100;

/** How often the same request may fail in ten seconds. */
const maxFailures = 40;

const window = 10_000;

/** The laws that hold for every backend. */
export const sharedLaws: readonly Law[] = [
  {
    name: 'deliveries-acknowledged',
    text: `Each webhook gets a 200 within ${responseTime / 1_000} seconds, at the latest when it is repeated.`,
    check(scene) {
      const byBody = groupBy(attemptsOf(scene), ({ body }) => body);
      return [...byBody.values()].flatMap((attempts): Breach[] => {
        const last = attempts.at(-1);
        if (!last || attempts.some(({ status }) => status === 200)) return [];
        return [
          {
            subject: [last.event, last.orderId].filter(Boolean).join(' '),
            expected: 'a 200',
            found: `${last.status ? `status ${last.status}` : 'no response'} after ${attempts.length} attempts`,
            traces: last.orderId ? [last.orderId] : [last.event],
          },
        ];
      });
    },
  },
  {
    name: 'no-storm',
    text: 'The backend waits before it repeats a request that has failed, and waits for the next window after a 429.',
    check: (scene) => [...groupBy(requestsOf(scene), callOf).values()].flatMap(stormOf),
  },
  {
    name: 'no-call-for-a-forgery',
    text: 'A webhook without the right secret causes no request to the API.',
    check(scene) {
      return scene.forgeries.flatMap(({ orderId, from, to }): Breach[] => {
        const caused = requestsOf(scene).filter(({ path, at }) => {
          const time = Date.parse(at);
          return path.includes(orderId) && time >= from && time <= to;
        });
        if (caused.length === 0) return [];
        const found = `${caused.length} requests`;
        return [{ subject: orderId, expected: 'no request about this order', found, traces: [orderId] }];
      });
    },
  },
];

function callOf({ method, path, query, body }: RecordedRequest): string {
  return [method, path, JSON.stringify(query), body].join(' ');
}

/** @param attempts - of the same call, oldest first */
function stormOf(attempts: readonly RecordedRequest[]): readonly Breach[] {
  const times = attempts.map(({ at }) => Date.parse(at));
  const isFailed = attempts.map(({ status }) => status === null || status === 429 || status >= 500);
  const failures = times.filter((_, index) => isFailed[index]);
  const most = Math.max(
    ...failures.map((start) => failures.filter((time) => time >= start && time < start + window).length),
  );
  const hasty = attempts.filter(
    ({ status }, index) => status === 429 && (times[index + 1] ?? Infinity) - (times[index] ?? 0) < patience,
  ).length;
  const [first] = attempts;
  if (!first || (most <= maxFailures && hasty <= 3)) return [];
  const found =
    hasty > 3
      ? `${hasty} repeats within ${patience} ms after a 429`
      : `${most} failures within ${window / 1_000} seconds`;
  return [
    {
      subject: `${first.method} ${first.path}`,
      expected: 'longer waits between the attempts',
      found,
      traces: [first.path],
    },
  ];
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
