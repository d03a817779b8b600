import type { RecordedRequest } from '../testing/index.js';
import { attemptsOf, requestsOf } from './environment.js';
import type { Check, Failure } from './scenario.js';
import { responseTime } from './webhook-sender.js';

/** How many requests may get a 429 in ten seconds. A backend that paces itself gets at most five a second if others use up the windows. */
const maxLimited = 60;

/** How often the same request may fail in ten seconds. A backend that waits longer each time gets to five, and twice that for two webhooks. */
const maxFailures = 20;

/** In milliseconds. */
const window = 10_000;

/** The checks that hold for every backend. */
export const sharedChecks: readonly Check[] = [
  {
    name: 'deliveries-acknowledged',
    text: `Each webhook gets a 200 within ${responseTime / 1_000} seconds, at the latest when it is repeated.`,
    guide: 'webhooks/delivery.md#status-codes',
    check(run) {
      const byBody = groupBy(attemptsOf(run), ({ body }) => body);
      return [...byBody.values()].flatMap((attempts): Failure[] => {
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
    text: 'The backend paces its requests, and waits before it repeats one that has failed.',
    guide: 'rate-limits.md#429-responses',
    check(run) {
      const requests = requestsOf(run);
      const limited = requests.filter(({ status }) => status === 429);
      const failed = requests.filter(({ status }) => status === null || status === 429 || status >= 500);
      return [
        ...tooMany(limited, 'requests with a 429', maxLimited),
        ...[...groupBy(failed, callOf).values()].flatMap((attempts) =>
          tooMany(attempts, `${attempts[0]?.method} ${attempts[0]?.path}`, maxFailures),
        ),
      ];
    },
  },
  {
    name: 'no-call-for-a-forgery',
    text: 'A webhook without the right secret causes no request to the API.',
    check(run) {
      return run.forgeries.flatMap(({ orderId, secret, isAccepted, from, to }): Failure[] => {
        // A backend that rejects the webhook can read the order for another reason.
        if (!isAccepted) return [];
        const caused = requestsOf(run).filter(({ path, at }) => {
          const time = Date.parse(at);
          return path.includes(orderId) && time >= from && time <= to;
        });
        if (caused.length === 0) return [];
        const found = `${caused.length} requests after a webhook with ${secret}`;
        return [{ subject: orderId, expected: 'no request about this order', found, traces: [orderId] }];
      });
    },
  },
];

/** Retries of a call are equal in these. */
function callOf({ method, path, query, body }: RecordedRequest): string {
  return [method, path, JSON.stringify(query), body].join(' ');
}

function tooMany(requests: readonly RecordedRequest[], subject: string, max: number): readonly Failure[] {
  const times = requests.map(({ at }) => Date.parse(at));
  const inWindow = (start: number) => times.filter((time) => time >= start && time < start + window).length;
  const most = Math.max(0, ...times.map(inWindow));
  if (most <= max) return [];
  const expected = `at most ${max} failures within ${window / 1_000} s`;
  return [{ subject, expected, found: `${most} failures` }];
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
