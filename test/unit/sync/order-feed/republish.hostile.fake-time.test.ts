import { OutletClient } from 'outlet-open-api';
import { createOrderFeed, type OrderFeed } from 'outlet-open-api/sync';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { createWebhookHandler, parseWebhookEvent, type WebhookEvent } from 'outlet-open-api/webhooks';
import { beforeEach, expect, test, vi } from 'vitest';
import { hostileMode } from '../../../support/services/hostile-mode.js';
import { hashAtOnce } from '../../../support/time/hash-at-once.js';
import { noon, notify } from './by-hand.js';

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
  hashAtOnce();
});

type Receive = (feed: OrderFeed, body: string) => Promise<Response>;

async function acknowledgeAll(feed: OrderFeed, body: string): Promise<Response> {
  notify(feed, parseWebhookEvent(body));
  return new Response();
}

/** Creates a fake outlet with completed orders, whose webhooks go to a feed. Responses take `latency` milliseconds. */
function outletWith(count: number, latency: number, receive: Receive = acknowledgeAll) {
  const handled: string[] = [];
  const fake = createFakeOutlet({
    ...hostileMode,
    empty: true,
    webhookRetries: 8,
    webhookDelay: 0,
    webhookDuplicates: 0,
    webhookFetch: (_, { body }) => receive(feed, String(body)),
  });
  const { token } = fake.key('order-data');
  const outlet = new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: token,
    responseValidation: 'off',
    async fetch(input, init) {
      await passed(latency / 2);
      const response = await fake.fetch(input, init);
      await passed(latency / 2);
      return response;
    },
  });
  const feed = createOrderFeed({
    outlet,
    async onOrder({ id }) {
      await passed(300);
      handled.push(id);
    },
    onError: () => expect.unreachable(),
  });
  const ids = Array.from(
    { length: count },
    () => fake.orders.add({ status: 'complete', createdBy: 'digital-ordering' }).id,
  );
  fake.key('order-data').webhookUrl = 'https://receiver.example/hooks';
  return { fake, feed, handled, ids };
}

/** 100 events over 40 orders, some of which have more events than others. The orders take longer than a response may take. */
const sequence = Array.from({ length: 100 }, (_, index) => (index < 40 ? index : (index * index * 7) % 40));

test.each([
  ['at once', 0, 100, 50],
  ['over 5 seconds', 5_000, 100, 60],
  ['at once, over a slow line', 0, 800, 50],
])(
  'a bulk republish of 100 events over 40 orders, %s, is handled at the rate limit, and events of one order share a fetch §events.rule-7.all',
  async (_, duration, latency, maxFetches) => {
    const { fake, feed, handled, ids } = outletWith(40, latency);
    for (const [index, order] of sequence.entries()) {
      const id = ids[order] ?? expect.unreachable();
      setTimeout(() => fake.republish(id), (index * duration) / sequence.length);
    }
    await vi.advanceTimersByTimeAsync(duration);
    const deliveries = fake.deliveries.length;
    for (let steps = 0; feed.pending > 0 && steps < 2_000; steps += 1) await vi.advanceTimersByTimeAsync(50);

    const seconds = (Date.now() - noon) / 1_000;
    const statuses = fake.requests.map(({ status }) => status);
    const rejected = statuses.filter((status) => status === 429).length;
    const fetches = statuses.length - rejected;
    expect(deliveries).toBe(100);
    expect(new Set(handled)).toEqual(new Set(ids));
    expect(handled).toHaveLength(fetches);
    expect(fetches).toBeGreaterThanOrEqual(40);
    expect(fetches).toBeLessThan(maxFetches);
    expect(rejected).toBeLessThan(5);
    // 5 a second, and what comes before the first and after the last.
    expect(seconds).toBeLessThan(fetches / 5 + 3);
    expect([feed.pending, vi.getTimerCount()]).toEqual([0, 0]);
  },
);

test.each<[string, (feed: OrderFeed, event: WebhookEvent) => unknown]>([
  ['awaits it', (feed, event) => notify(feed, event)],
  ['does not wait for the feed', (feed, event) => void notify(feed, event)],
])(
  'a webhook handler that %s responds to all 100 in time, and loses no order §events.rule-6.soon',
  async (_, handle) => {
    const times: number[] = [];
    let handler: ReturnType<typeof createWebhookHandler> | undefined;
    const { fake, feed, handled, ids } = outletWith(40, 100, async (feed, body) => {
      const begin = Date.now();
      const logger = { warn: () => {}, error: () => {} };
      handler ??= createWebhookHandler({ verify: 'none', onAny: (event) => handle(feed, event), logger });
      const response = await handler(new Request('https://receiver.example', { method: 'POST', body }));
      times.push(Date.now() - begin);
      return response;
    });
    for (const order of sequence) fake.republish(ids[order] ?? expect.unreachable());
    let isIdle = false;
    fake.idle().then(() => {
      isIdle = true;
    });
    for (let steps = 0; !(isIdle && feed.pending === 0) && steps < 4_000; steps += 1) {
      await vi.advanceTimersByTimeAsync(100);
    }

    const last = new Map(fake.deliveries.map(({ payload, status }) => [payload.id, status]));
    expect(fake.deliveries.filter(({ attempt }) => attempt === 1)).toHaveLength(100);
    expect(new Set(handled)).toEqual(new Set(ids));
    expect(handled).toHaveLength(40);
    expect([last.size, ...new Set(last.values())]).toEqual([40, 200]);
    expect(Math.max(...times)).toBeLessThan(5_000);
  },
);

function passed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
