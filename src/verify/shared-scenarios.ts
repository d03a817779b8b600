import {
  attemptsOf,
  removeFaults,
  requestsOf,
  runDay,
  runDayWithFaults,
  type ScenarioRun,
} from './environment.js';
import type { Scenario } from './scenario.js';
import { pause, until } from './waiting.js';

/** How soon a forged webhook would cause a request, in milliseconds. */
const effectTime = 2_000;

/** The scenarios of every use case that can run with any outlet. */
export const sharedScenarios: readonly Scenario[] = [
  {
    name: 'plain-day',
    why: 'If this scenario fails, the configuration or the basics of the integration are wrong.',
    guide: 'verify.md#write-the-configuration',
    steps: runDay,
  },
  {
    name: 'slow-api',
    why: 'On a busy evening the API needs seconds for a response, and guests still order.',
    guide: 'retries.md#timeouts-deadlines-aborts',
    steps: (run) => runDayWithFaults(run, { fault: 'latency', delay: 2_000 }),
  },
  {
    name: 'failing-api',
    why: 'A request that failed with a 500 or a failures connection can have had its effect.',
    guide: 'retries.md#outcomes',
    steps: (run) =>
      runDayWithFaults(
        run,
        { fault: 'server-error-after-effect', share: 0.2 },
        { fault: 'server-error', share: 0.2 },
        { fault: 'dropped-request', share: 0.2 },
        { fault: 'bad-gateway-html', share: 0.1 },
      ),
  },
  {
    name: 'rate-limits',
    why: 'Another program with the same key can use up its five requests a second.',
    guide: 'rate-limits.md#429-responses',
    steps: (run) => runDayWithFaults(run, { fault: 'rate-limited', share: 0.3 }),
  },
  {
    name: 'outage',
    why: 'The API can be down for seconds while guests order and webhooks arrive.',
    guide: 'retries.md#after-a-restart',
    steps: (run) =>
      runDayWithFaults(run, { fault: 'bad-gateway-html', share: 0.5 }, { fault: 'dropped-request' }),
  },
  {
    name: 'hanging-requests',
    why: 'A request can stay without any response, and without a time limit everything waits for it.',
    guide: 'retries.md#timeouts-deadlines-aborts',
    async steps(run) {
      run.environment.fake.failNext({ fault: 'hang', times: 2 });
      await runDay(run);
    },
  },
  {
    name: 'unknown-event',
    why: 'The API can get new events, which an integration should acknowledge and ignore.',
    guide: 'webhooks/delivery.md#undocumented-events',
    async steps(run) {
      const { fake, key } = run.environment;
      await run.open();
      for (const id of run.orderIds()) fake.sendEvent({ event: 'order.tipAdded', key: key(), id });
      fake.sendEvent({ event: 'outlet.opened', key: key() });
      await run.finish();
    },
  },
  {
    name: 'killed-while-handling',
    why: 'A webhook that was acknowledged is not delivered again, so it must be stored before.',
    guide: 'webhooks/index.md#handle-events',
    needs: 'restart',
    async steps(run) {
      const { fake, backend } = run.environment;
      await run.open();
      fake.failNext({ method: 'GET', fault: 'latency', delay: 10_000, times: Infinity });
      const restart = async () => {
        await until(() => isHandling(run), 5_000);
        await backend.kill();
        removeFaults(fake);
        await backend.start();
      };
      await Promise.all([run.finish(), restart()]);
    },
  },
  {
    name: 'rotated-token',
    why: 'A token is replaced every 90 days, and at once after a leak.',
    guide: 'api-keys.md#rotate-a-key',
    needs: 'rotation',
    async steps(run) {
      await run.environment.rotateToken();
      await runDay(run);
    },
  },
  {
    name: 'forged-webhook',
    why: 'Anyone can send a POST to the webhook URL, and only the secret shows that it was the outlet.',
    guide: 'webhooks/security.md#shared-secret',
    async steps(run) {
      await runDay(run);
      const { fake, random, webhookUrlWith } = run.environment;
      await fake.idle();
      const from = Date.now();
      const urls = {
        'the secret "forged"': webhookUrlWith('forged'),
        'an empty secret': webhookUrlWith(''),
        'no secret': withoutParameter(webhookUrlWith('forged'), 'forged'),
      };
      for (const [secret, url] of Object.entries(urls)) {
        for (const orderId of [random.hex(24), ...run.orderIds()]) {
          const isAccepted = await forge(url, orderId);
          run.forgeries.push({ orderId, secret, isAccepted, from, to: Date.now() + effectTime });
        }
      }
      await pause(effectTime);
    },
  },
];

/** The scenario of webhooks that arrive twice and out of order. How it plays depends on the use case. */
export const duplicateWebhooks = {
  name: 'duplicate-webhooks',
  why: 'Webhooks can arrive twice, and overtake each other.',
  guide: 'webhooks/delivery.md#exactly-once',
} as const;

/** The scenario of many webhooks at once. How it plays depends on the use case. */
export const webhookBurst = {
  name: 'webhook-burst',
  why: 'The merchant can republish many orders at once, and the API allows five requests a second.',
  guide: 'rate-limits.md#429-responses',
} as const;

/** The scenario of a response that is older than it seems. How it plays depends on the use case. */
export const lateResponse = {
  name: 'late-response',
  why: 'Responses can overtake each other, and an old one must not replace a newer status.',
  guide: 'webhooks/delivery.md#order',
} as const;

/** The scenario in which the outlet chooses undocumented details at random. How it plays depends on the use case. */
export const hostile = {
  name: 'hostile',
  why: 'The API leaves details open, such as the order of a list, and the real outlet may differ from the emulator.',
  guide: 'testing.md#hostile-mode',
  needs: 'restart',
  isHostile: true,
} as const;

/** Whether the backend has acknowledged a webhook, or has waited for an order for a second. */
function isHandling(run: ScenarioRun): boolean {
  const isWaiting = requestsOf(run).some(
    ({ method, status, at }) => method === 'GET' && status === null && Date.parse(at) < Date.now() - 1_000,
  );
  return isWaiting || attemptsOf(run).some(({ status }) => status === 200);
}

/** Returns a URL without the parameters of its query that have a value. */
function withoutParameter(text: string, value: string): string {
  const url = new URL(text);
  for (const [name, found] of [...url.searchParams]) if (found === value) url.searchParams.delete(name);
  return url.href;
}

/** Sends a webhook as a stranger. Returns whether the backend acknowledged it. */
async function forge(url: string, id: string): Promise<boolean> {
  const body = JSON.stringify({ event: 'order.cancelled', id, updatedAt: new Date().toISOString() });
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(10_000) });
  await response.body?.cancel();
  return response.ok;
}
