import {
  createTestEvent,
  createTestRequest,
  createWebhookHandler,
  type WebhookConsumer,
  type WebhookEvent,
  type WebhookHandlerOptions,
} from 'outlet-open-api/webhooks';
import { describe, expect, test, vi } from 'vitest';

const updatedAt = '2026-03-01T12:00:00.000Z';

function deliveryOf(id: string) {
  const { request, info } = createTestRequest(createTestEvent('order.complete', { id, updatedAt }));
  return [request, info] as const;
}

/** A consumer that records the events it receives, as an object that needs its `this`. */
class Recorder implements WebhookConsumer {
  readonly events: WebhookEvent[] = [];
  readonly #handle: () => unknown;

  constructor(handle: () => unknown = () => {}) {
    this.#handle = handle;
  }

  receive(event: WebhookEvent): unknown {
    this.events.push(event);
    return this.#handle();
  }
}

function handlerWith(options: Omit<WebhookHandlerOptions, 'verify'>) {
  return createWebhookHandler({ verify: 'none', ...options });
}

describe('consumers', () => {
  test('all receive each event, with what resolve returned', async () => {
    const contexts: object[] = [];
    const receive = (_event: WebhookEvent, context: object) => void contexts.push(context);
    const handle = createWebhookHandler({
      verify: 'none',
      resolve: () => ({ keyRef: 'bistro' }),
      consumers: [{ receive }, { receive }],
    });

    const response = await handle(...deliveryOf('o-1'));

    expect(response.status).toBe(200);
    expect(contexts).toMatchObject([{ keyRef: 'bistro' }, { keyRef: 'bistro' }]);
  });

  test('a repeat reaches consumers, because a merchant can have republished it, but no other handler', async () => {
    const consumer = new Recorder();
    const onAny = vi.fn();
    const handle = handlerWith({ onAny, consumers: [consumer] });

    await handle(...deliveryOf('o-1'));
    await handle(...deliveryOf('o-1'));

    expect(consumer.events).toHaveLength(2);
    expect(onAny).toHaveBeenCalledTimes(1);
  });

  test('each receives an event while others still handle it', async () => {
    const never = new Promise<never>(() => {});
    const consumer = new Recorder();
    const logger = { warn: () => {}, error: () => {} };
    const handle = handlerWith({
      logger,
      responseTimeout: 50,
      onAny: () => never,
      consumers: [new Recorder(() => never), consumer],
    });

    const response = await handle(...deliveryOf('o-1'));

    expect(response.status).toBe(503);
    expect(consumer.events).toHaveLength(1);
  });

  test('that need longer than responseTimeout are warned of every 10 minutes, with their number', async ({
    onTestFinished,
  }) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const [warn, error] = [vi.fn(), vi.fn()];
    const consumers = [new Recorder(() => new Promise((resolve) => setTimeout(resolve, 1_000)))];
    const handle = handlerWith({ logger: { warn, error }, responseTimeout: 20, consumers });
    const deliver = async (ids: readonly string[]) => {
      const responses = Promise.all(ids.map((id) => handle(...deliveryOf(id))));
      await vi.advanceTimersByTimeAsync(600_000);
      expect((await responses).every(({ status }) => status === 503)).toBe(true);
    };

    await deliver(['o-1', 'o-2', 'o-3']);
    await deliver(['o-4']);

    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/got 503 after responseTimeout.*The API repeats it several times\.$/)],
      [expect.stringMatching(/ 2 others were late since the last such line\.$/)],
    ]);
    expect(error).not.toHaveBeenCalled();
  });

  test.each([
    [
      'synchronously',
      () => {
        throw new Error('first');
      },
    ],
    [
      'later',
      async () => {
        throw new Error('first');
      },
    ],
  ])('if one throws %s, the delivery is repeated, and every error is reported', async (_, fail) => {
    const errors: unknown[] = [];
    const consumer = new Recorder();
    const handle = handlerWith({
      onError: (error, { step }) => void errors.push([String(error), step]),
      onAny: () => Promise.reject(new Error('own')),
      consumers: [new Recorder(fail), consumer],
    });

    const response = await handle(...deliveryOf('o-1'));

    expect(response.status).toBe(503);
    expect(consumer.events).toHaveLength(1);
    expect(errors.sort()).toEqual([
      ['Error: first', 'handle'],
      ['Error: own', 'handle'],
    ]);
  });

  test('an event whose name is unknown is passed on, and logged once', async () => {
    const consumer = new Recorder();
    const warn = vi.fn();
    const handle = handlerWith({ logger: { warn, error: () => {} }, consumers: [consumer] });
    const send = () =>
      handle(new Request('https://partner.example', { method: 'POST', body: '{"event":"menu.burnt"}' }));

    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect(consumer.events).toMatchObject([{ event: 'unknown' }, { event: 'unknown' }]);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test.each([[Object({})], ['feed'], [[Object({})]]])('%j is rejected', (consumers) => {
    const create = () => handlerWith(Object({ consumers }));
    expect(create).toThrow(
      '`consumers` must be a list of objects with the method receive, such as order feeds',
    );
  });
});
