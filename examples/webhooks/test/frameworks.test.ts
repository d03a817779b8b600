import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { frameworks } from './frameworks.js';
import { openQueue, type Queue } from './queue.js';
import type { Receiver } from './receiver.js';

const secret = '4f1d9a60c2';

describe.each(frameworks)('$name', ({ start, edgeHeaders, cutsOff = false }) => {
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

  /** Completes an order, of which the key's address is told. */
  function complete(address = webhookUrl): string {
    fake.key('order-data').webhookUrl = address;
    return fake.orders.complete(fake.orders.add().id).id;
  }

  /** How the attempts to deliver what happened to an order were answered, once there are no more. */
  async function answers(orderId: string): Promise<(number | null)[]> {
    await fake.idle();
    return fake.deliveries.filter(({ payload }) => payload.id === orderId).map(({ status }) => status);
  }

  const timesTaken = (orderId: string) => queue.taken.filter((id) => id === orderId).length;

  it('handles a delivery once, at the first attempt', async () => {
    const id = complete();

    expect(await answers(id)).toEqual([200]);
    expect(timesTaken(id)).toBe(1);
  });

  it('acknowledges what comes again, and does not handle it again', async () => {
    const id = complete();
    await fake.idle();

    fake.republish(id);

    expect(await answers(id)).toEqual([200, 200]);
    expect(timesTaken(id)).toBe(1);
  });

  it('handles once what comes five times at once', async () => {
    const event = { event: 'order.complete', id: 'five-times', updatedAt: '2026-03-31T12:00:00.000Z' };
    const delivery = { method: 'POST', body: JSON.stringify(event) };
    const release = queue.hold();

    const five = Promise.all(Array.from({ length: 5 }, () => send(webhookUrl, delivery)));
    await send(webhookUrl);
    release();

    expect((await five).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(timesTaken('five-times')).toBe(1);
  });

  it('handles on redelivery what could not be handled', async () => {
    queue.refuseNext();
    const id = complete();

    expect(await answers(id)).toEqual([503, 200]);
    expect(timesTaken(id)).toBe(1);
  });

  if (cutsOff) {
    it('ends what takes longer than its answer, and knows of it on redelivery', async () => {
      const release = queue.hold();
      const id = complete();
      await fake.idle({ skipRetries: true });
      release();

      expect(await answers(id)).toEqual([503, 200]);
      expect(timesTaken(id)).toBe(1);
    });
  }

  it('refuses a wrong secret', async () => {
    const id = complete(`${receiver.url}/webhooks?secret=wrong`);

    expect(await answers(id)).toEqual([401, 401]);
    expect(timesTaken(id)).toBe(0);
  });

  it.each<[string, number, RequestInit]>([
    ['a GET', 405, {}],
    ['what is no JSON', 400, { method: 'POST', body: '{"event":' }],
    ['70,000 bytes', 413, { method: 'POST', body: JSON.stringify({ event: 'x'.repeat(69_988) }) }],
  ])('answers %s with %i', async (_, status, init) => {
    const response = await send(webhookUrl, init);
    expect(response.status).toBe(status);
  });
});
