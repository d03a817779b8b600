import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { frameworks } from './frameworks.js';
import { openQueue, type Queue } from './queue.js';
import type { Receiver } from './receiver.js';

const secret = '4f1d9a60c28b7e35';

describe.each(frameworks)('$name', ({ start, edgeHeaders, hidesSender, cancelsAfterResponse }) => {
  let queue: Queue;
  let receiver: Receiver;
  let fake: FakeOutlet;
  let webhookUrl: string;

  beforeAll(async () => {
    queue = await openQueue();
    receiver = await start({
      WEBHOOK_SECRET: secret,
      WEBHOOK_SENDERS: '127.0.0.1,::1',
      QUEUE_URL: queue.url,
    });
    webhookUrl = `${receiver.url}/webhooks?secret=${secret}`;
    fake = createFakeOutlet({ empty: true, webhookFetch: send, webhookRetryDelay: 1, webhookRetries: 1 });
  });
  afterAll(async () => {
    await receiver?.close();
    queue?.close();
  });
  beforeEach(({ onTestFailed }) => onTestFailed(() => console.error(receiver.output())));

  function send(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'content-type': 'application/json', ...edgeHeaders };
    return fetch(url, { ...init, headers });
  }

  /** Completes an order of a key with this webhook URL. Returns the id of the order. */
  function complete(url = webhookUrl): string {
    fake.key('order-data').webhookUrl = url;
    return fake.orders.complete(fake.orders.add().id).id;
  }

  /** Returns the response statuses of all deliveries for an order, after the last retry. */
  async function statuses(orderId: string): Promise<(number | null)[]> {
    await fake.idle();
    return fake.deliveries.filter(({ payload }) => payload.id === orderId).map(({ status }) => status);
  }

  const timesStored = (orderId: string) => queue.stored.filter((id) => id === orderId).length;

  it('handles a delivery once, at the first attempt', async () => {
    const id = complete();

    expect(await statuses(id)).toEqual([200]);
    expect(timesStored(id)).toBe(1);
  });

  it('acknowledges a repeat without handling it again', async () => {
    const id = complete();
    await fake.idle();

    fake.republish(id);

    expect(await statuses(id)).toEqual([200, 200]);
    expect(timesStored(id)).toBe(1);
  });

  it('handles five concurrent deliveries of an event once', async () => {
    const event = { event: 'order.complete', id: 'five-times', updatedAt: '2026-03-31T12:00:00.000Z' };
    const delivery = { method: 'POST', body: JSON.stringify(event) };
    const release = queue.hold();

    const five = Promise.all(Array.from({ length: 5 }, () => send(webhookUrl, delivery)));
    await send(webhookUrl);
    release();

    expect((await five).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(timesStored('five-times')).toBe(1);
  });

  it('responds with 503 if the queue fails, and handles the redelivery', async () => {
    queue.rejectNext();
    const id = complete();

    expect(await statuses(id)).toEqual([503, 200]);
    expect(timesStored(id)).toBe(1);
  });

  if (cancelsAfterResponse) {
    it('finishes a handler that takes longer than its response', async () => {
      const release = queue.hold();
      const id = complete();
      await fake.idle({ skipRetries: true });
      release();

      expect(await statuses(id)).toEqual([503, 200]);
      expect(timesStored(id)).toBe(1);
    });
  }

  it('rejects a wrong secret with 401', async () => {
    const id = complete(`${receiver.url}/webhooks?secret=wrong`);

    expect(await statuses(id)).toEqual([401, 401]);
    expect(timesStored(id)).toBe(0);
  });

  if (!hidesSender) {
    it('rejects a sender that is not in WEBHOOK_SENDERS with 403', async () => {
      const strict = await start({
        WEBHOOK_SECRET: secret,
        WEBHOOK_SENDERS: '192.0.2.1',
        QUEUE_URL: queue.url,
      });
      try {
        const id = complete(`${strict.url}/webhooks?secret=${secret}`);

        expect(await statuses(id)).toEqual([403, 403]);
        expect(timesStored(id)).toBe(0);
      } finally {
        await strict.close();
      }
    });
  }

  it.each<[string, number, RequestInit]>([
    ['a GET', 405, {}],
    ['a body that is not JSON', 400, { method: 'POST', body: '{"event":' }],
    ['a body of 70,000 bytes', 413, { method: 'POST', body: JSON.stringify({ event: 'x'.repeat(69_988) }) }],
  ])('rejects %s with %i', async (_, status, init) => {
    const response = await send(webhookUrl, init);
    expect(response.status).toBe(status);
  });
});
