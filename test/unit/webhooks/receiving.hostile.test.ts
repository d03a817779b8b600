import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFakeOutlet } from 'outlet-open-api/testing';
import {
  createWebhookHandler,
  sharedSecret,
  toNodeListener,
  type WebhookEvent,
  type WebhookHandler,
} from 'outlet-open-api/webhooks';
import { expect, onTestFinished, test } from 'vitest';
import { hostileMode } from '../../support/services/hostile-mode.js';

const secret = { query: 'secret', value: 'e2e-5ecret-of-the-key' };
/** Returns what identifies a delivery in the specification. */
function keyOf({ event, id, updatedAt }: Named): string {
  return [event, id, updatedAt].join(' ');
}

interface Named {
  readonly event: string;
  readonly id?: string | undefined;
  readonly updatedAt?: string | undefined;
}

/** Starts a listener on a loopback port, which can be closed as by a crash. */
async function open(handle: WebhookHandler, onResponse: (milliseconds: number) => void) {
  const timed: WebhookHandler = async (request, info) => {
    const begin = performance.now();
    const response = await handle(request, info);
    onResponse(performance.now() - begin);
    return response;
  };
  const server = createServer(toNodeListener(timed));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${port}/?secret=${secret.value}`, close };
}

test('each of 120 events takes effect once, although they repeat, arrive out of order, fail, and the listener restarts §events.rule-5.failed §events.rule-6.repeats §events.rule-6.soon', async () => {
  const runs = new Map<string, number>();
  const effects: string[] = [];
  const onAny = async (event: WebhookEvent) => {
    const key = keyOf(event);
    const run = (runs.get(key) ?? 0) + 1;
    runs.set(key, run);
    const kind = [...key].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 7;
    // Some take longer than responseTimeout, some fail, and some do both.
    if (kind < 2) await new Promise((resolve) => setTimeout(resolve, 400));
    if (kind > 0 && kind < 4 && run < 3) throw new Error('not this time');
    effects.push(key);
  };
  const handle = createWebhookHandler({
    ...{ verify: [sharedSecret(secret)], responseTimeout: 300, onAny, onError: () => {} },
    logger: { warn: () => {}, error: () => {} },
  });
  const times: number[] = [];
  const note = (milliseconds: number) => times.push(milliseconds);
  let receiver = await open(handle, note);
  const announced: string[] = [];
  const fake = createFakeOutlet({
    ...hostileMode,
    empty: true,
    // On a busy machine, other deliveries also take longer than responseTimeout.
    webhookRetries: 50,
    webhookRetryDelay: 10,
    republishKeepsUpdatedAt: true,
    webhookFetch: async (url, init) => {
      announced.push(keyOf(JSON.parse(String(init.body))));
      // Every fifth delivery arrives after later ones, and every fourth arrives twice.
      const nth = announced.length;
      if (nth % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 30));
      if (nth % 4 === 0) fetch(url, init).catch(() => {});
      return fetch(url, init);
    },
  });
  const key = fake.key('order-data');
  key.webhookUrl = receiver.url;
  fake.key('inventory-management').webhookUrl = undefined;

  const ids = Array.from({ length: 40 }, () => fake.orders.add({ createdBy: 'digital-ordering' }).id);
  for (const id of ids) fake.orders.complete(id);
  fake.clock.advance(1_000);
  for (const id of ids.slice(0, 20)) fake.orders.cancel(id);
  for (const id of ids.slice(20)) fake.orders.reopen(id);
  fake.clock.advance(1_000);
  for (const id of ids.slice(20)) fake.orders.complete(id);
  // Deliveries that wait for a response lose their connection. They are repeated at the new URL.
  receiver.close();
  receiver = await open(handle, note);
  key.webhookUrl = receiver.url;
  fake.republish('all');
  await fake.idle();

  const last = new Map(fake.deliveries.map(({ payload, status }) => [keyOf(payload), status]));
  expect(fake.deliveries.filter(({ attempt }) => attempt === 1).length).toBeGreaterThanOrEqual(120);
  expect(fake.deliveries.length).toBeGreaterThan(160);
  expect(new Set(last.values())).toEqual(new Set([200]));
  expect(last.size).toBe(80);
  expect(effects.toSorted()).toEqual([...last.keys()].toSorted());
  expect(Math.max(...times)).toBeLessThan(5_000);
});
