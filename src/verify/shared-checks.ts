import type { RecordedRequest } from '../testing/index.js';
import {
  type BasicCheck,
  type Check,
  type CheckText,
  examineEach,
  type Failure,
  type JobRun,
} from './scenario.js';
import { isJob, type WebhookEntry } from './timeline.js';
import { responseTime } from './webhook-sender.js';

/** How many requests may get a 429 in ten seconds. A backend that paces itself gets at most five a second if others use up the windows. */
const maxLimited = 60;

/** How often the same request may fail in ten seconds. A backend that waits longer each time gets to five, and twice that for two webhooks. */
const maxFailures = 20;

/** How often the same request may be rejected, in addition to once for each webhook about it, and for each job. */
const maxRejections = 2;

/** The statuses after which the same request is rejected again. */
const rejections = [400, 403, 404, 405, 410, 413, 422];

/** In milliseconds. */
const window = 10_000;

/** How soon a forged webhook causes a request, in milliseconds. */
export const effectTime = 1_000;

/** How long a backend must be silent about an order before a forgery, in milliseconds. Otherwise, it polls. */
const quietTime = 3_000;

/** The shortest secret that is searched in the output, because a shorter one occurs by chance. */
const minSecret = 8;

/** The checks of every backend. */
export const sharedChecks: readonly Check[] = [
  basicCheck({
    name: 'actions-succeed',
    text: 'Each action of the configuration succeeds.',
    advice: 'Call the action yourself, and compare it with the configuration.',
    expected: 'an action that succeeds',
  }),
  basicCheck({
    name: 'readable-state',
    text: 'The state has what the backend knows, in the documented form.',
    advice:
      'Return an array with the fields that the guide and the comments of --init list, also before there is a record.',
    expected: 'the state',
  }),
  basicCheck({
    name: 'keeps-running',
    text: 'The process of the backend does not end by itself, and starts again after a kill.',
    advice: 'Look for the error in the last output. Catch errors of requests and of event handlers.',
    expected: 'a running process',
  }),
  {
    name: 'deliveries-acknowledged',
    text: `Each webhook gets a 200 within ${responseTime / 1_000} seconds, at the latest when it is repeated.`,
    rule: 'Events, rules 5 and 6',
    advice:
      'Respond with 200 to every event with the right secret, also to unknown ones, as soon as it is stored.',
    needs: ['webhooks'],
    guide: 'webhooks/delivery.md#status-codes',
    examine(run) {
      const webhooks = genuineWebhooks(run);
      const isCause = webhooks.every(({ status }) => status !== 200);
      const advice = webhooks.every(({ status }) => status === 404)
        ? 'Your backend responded to each webhook with 404, so compare webhookUrl with its routes.'
        : undefined;
      const byBody = groupBy(webhooks, ({ body }) => body);
      const examined = examineEach([...byBody.values()], (attempts): Failure | undefined => {
        const last = attempts.at(-1);
        if (!last || attempts.some(({ status }) => status === 200)) return undefined;
        return {
          subject: [last.event, last.orderId].filter(Boolean).join(' '),
          expected: 'a 200',
          found: `${last.status ? `status ${last.status}` : 'no response'} after ${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`,
          about: [last.orderId ?? last.event],
          advice,
        };
      });
      return { ...examined, isCause };
    },
  },
  {
    name: 'no-storm',
    text: `The backend waits before it repeats a request that has failed: the same request fails at most ${maxFailures} times in ${window / 1_000} seconds. It does not repeat one that was rejected.`,
    rule: 'Limits, advised client backoff',
    advice:
      'After a failure, double the pause before each attempt. After a 400, 403, 404, 410, 413 or 422, send the request no more, and show it to a person.',
    guide: 'rate-limits.md#429-responses',
    examine(run) {
      const failed = requestsOf(run).filter(({ status }) => status === null || status >= 400);
      return examineEach([...groupBy(failed, callOf).values()], (attempts): Failure | undefined => {
        const [first] = attempts;
        if (!first) return undefined;
        const subject = `${first.method} ${first.path}`;
        const most = mostInWindow(attempts);
        if (most > maxFailures)
          return {
            subject,
            expected: `at most ${maxFailures} failures within ${window / 1_000} s`,
            found: `${most} failures`,
            about: [first.path],
            canHeal: false,
          };
        const rejected = attempts.filter(({ status }) => status !== null && rejections.includes(status));
        const events = webhooksOf(run).filter(({ orderId = '' }) => first.path === `/orders/${orderId}`);
        const { timeline } = run.environment;
        const jobs = timeline.since(run.began, 'call').filter(isJob);
        const allowed = maxRejections + events.length + jobs.length;
        if (rejected.length <= allowed) return undefined;
        return {
          subject,
          expected: `at most ${allowed} times, because the same request is rejected again`,
          found: `${rejected.length} times a ${rejected.at(-1)?.status}`,
          about: [first.path],
          canHeal: false,
        };
      });
    },
  },
  {
    name: 'paced-requests',
    text: `The backend keeps to five requests a second: at most ${maxLimited} requests get a 429 in ${window / 1_000} seconds.`,
    rule: 'Limits, request rate',
    advice:
      'Send at most five requests a second with a key, from one queue. After a 429, wait for retryAfter.',
    guide: 'rate-limits.md#429-responses',
    isWarning: true,
    examine(run) {
      const limited = requestsOf(run).filter(({ status }) => status === 429);
      const most = mostInWindow(limited);
      if (most <= maxLimited) return { count: limited.length, failures: [] };
      const expected = `at most ${maxLimited} requests with a 429 within ${window / 1_000} s`;
      const failure = { subject: 'backend', expected, found: String(most), about: [], canHeal: false };
      return { count: limited.length, failures: [failure] };
    },
  },
  {
    name: 'no-call-for-a-forgery',
    text: 'A webhook without the right secret causes no request to the API.',
    rule: 'Authentication, rule 10',
    advice:
      'Compare the whole secret in constant time before you read the event, and respond with 401 if it differs.',
    needs: ['webhooks'],
    guide: 'webhooks/security.md#shared-secret',
    examine(run) {
      const forgeries = run.environment.timeline
        .since(run.began, 'webhook')
        .filter(({ forgedWith }) => forgedWith !== undefined);
      const about = groupBy(forgeries, ({ orderId }) => String(orderId));
      return examineEach([...about], ([orderId, sent]) => callForForgery(run, orderId, sent));
    },
  },
  {
    name: 'no-secret-in-output',
    text: 'The output of the backend contains neither the token, nor the secret of the webhook URL, nor the name or phone number of a guest.',
    rule: 'Authentication, rules 2 and 10',
    advice:
      'Log the method, the path and the ID of a call, but neither headers, nor URLs with a secret, nor bodies.',
    guide: 'logging.md#personal-data',
    examine({ began, environment: { timeline, secrets, guest } }) {
      const lines = timeline.since(began, 'output');
      const personal = [
        [guest.lastName, 'the name of a guest'],
        [guest.phoneNumber, 'the phone number of a guest'],
      ] as const;
      const failures = [...secrets, ...personal].flatMap(([secret, what]): Failure[] => {
        const line = lines.find(({ text }) => secret.length >= minSecret && text.includes(secret));
        if (!line) return [];
        const found = line.text.replaceAll(secret, `[${what}]`);
        return [{ subject: 'output', expected: `no line with ${what}`, found, about: [], canHeal: false }];
      });
      return { count: lines.length, failures };
    },
  },
];

/** Returns the requests of the backend since the scenario began. */
export function requestsOf({ environment, began }: JobRun): readonly RecordedRequest[] {
  return environment.fake.requests.filter(({ at }) => Date.parse(at) >= began);
}

/** Returns the attempts to deliver a webhook since the scenario began, with forgeries. */
function webhooksOf({ environment, began }: JobRun): readonly WebhookEntry[] {
  return environment.timeline.since(began, 'webhook');
}

/** Returns the attempts to deliver a webhook of the outlet since the scenario began. */
export function genuineWebhooks(run: JobRun): readonly WebhookEntry[] {
  return webhooksOf(run).filter(({ forgedWith }) => forgedWith === undefined);
}

function basicCheck({
  expected,
  ...check
}: Pick<CheckText, 'text' | 'advice'> & {
  readonly name: BasicCheck;
  readonly expected: string;
}): Check {
  return {
    ...check,
    rule: 'None: this is about the configuration',
    guide: 'verify.md#write-the-configuration',
    examine({ problems }) {
      const problem = problems.get(check.name);
      const failures = problem
        ? [{ subject: 'backend', expected, ...problem, canHeal: check.name === 'readable-state' }]
        : [];
      return { count: 1, failures, isCause: true };
    },
  };
}

/**
 * Nobody polls an order that does not exist. About another order, a request has to follow each forgery that was accepted, after silence.
 */
function callForForgery(run: JobRun, orderId: string, sent: readonly WebhookEntry[]): Failure | undefined {
  const accepted = sent.filter(({ status = 0 }) => status >= 200 && status < 300);
  const [first] = accepted;
  if (!first) return undefined;
  const times = requestsOf(run)
    .filter(({ path }) => path.includes(orderId))
    .map(({ at }) => Date.parse(at));
  const caused = accepted.filter(({ at }) => times.some((time) => time >= at && time <= at + effectTime));
  const isOurs = run.orderIds().includes(orderId);
  const wasQuiet = !times.some((time) => time < first.at && time >= first.at - quietTime);
  if (
    caused.length === 0 ||
    (isOurs && !(wasQuiet && accepted.length > 2 && caused.length === accepted.length))
  )
    return undefined;
  const found = `a request after a webhook with ${caused.map(({ forgedWith }) => forgedWith).join(', with ')}`;
  return {
    subject: orderId,
    expected: 'no request about this order',
    found,
    about: [orderId],
    canHeal: false,
  };
}

/** Retries of a call are equal in these. */
function callOf({ method, path, query, body }: RecordedRequest): string {
  return [method, path, JSON.stringify(query), body].join(' ');
}

function mostInWindow(requests: readonly RecordedRequest[]): number {
  const times = requests.map(({ at }) => Date.parse(at));
  const inWindow = (start: number) => times.filter((time) => time >= start && time < start + window).length;
  return Math.max(0, ...times.map(inWindow));
}

export function groupBy<T, Key>(
  items: readonly T[],
  keyOf: (item: T) => Key,
): ReadonlyMap<Key, readonly T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
