import { readFileSync } from 'node:fs';
import type { APIGatewayProxyEventV2, SQSEvent } from 'aws-lambda';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openSqs } from './hosts/sqs.js';
import { inExamples } from './paths.js';

const delivery: APIGatewayProxyEventV2 = readJson('sqs/events/delivery.json');
const batch: SQSEvent = readJson('sqs/events/batch.json');

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(inExamples(path), 'utf8'));
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});

describe('AWS API Gateway', () => {
  const stored: string[] = [];

  async function loadHandler(isStored = true) {
    const sqs = await openSqs((body) => isStored && stored.push(body) > 0);
    for (const [name, value] of Object.entries(sqs.environment)) vi.stubEnv(name, value);
    vi.stubEnv('WEBHOOK_SECRET', 'change-me-to-32-random-bytes');
    const { handler } = await import('./copies/sqs/lambda.js');
    return { handler, [Symbol.dispose]: sqs.close };
  }

  it('adds the event of a recorded delivery to the queue', async () => {
    using receiver = await loadHandler();

    expect(await receiver.handler(delivery)).toMatchObject({ statusCode: 200 });
    expect(stored).toEqual([delivery.body]);
  });

  it('responds with 503 if SQS rejects the message', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    using receiver = await loadHandler(false);

    expect(await receiver.handler(delivery)).toMatchObject({ statusCode: 503 });
    expect(log).toHaveBeenCalledWith(
      'Webhook failed',
      expect.objectContaining({ step: 'handle', id: 'o-1' }),
    );
  });
});

describe('SQS consumer', () => {
  const saved = vi.fn<(line: string) => void>();

  async function loadConsumer(orderIds: string[]) {
    const fake = createFakeOutlet({ empty: true });
    for (const id of orderIds) fake.orders.complete(fake.orders.add({ id }).id);
    vi.stubGlobal('fetch', fake.fetch);
    vi.stubEnv('OUTLET_BASE_URL', fake.baseUrl);
    vi.stubEnv('OUTLET_ACCESS_TOKEN', fake.key('order-data').token);
    vi.spyOn(console, 'log').mockImplementation(saved);
    saved.mockClear();
    return await import('./copies/sqs/consumer.js');
  }

  it('fetches and stores the orders of a recorded batch', async () => {
    const { handler } = await loadConsumer(['o-1', 'o-2']);

    expect(await handler(batch)).toEqual({ batchItemFailures: [] });
    expect(saved.mock.calls.map(([line]) => line).toSorted()).toEqual([
      expect.stringMatching(/^Order o-1 was complete at /),
      expect.stringMatching(/^Order o-2 was complete at /),
    ]);
  });

  it('reports only the messages that failed', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const { handler } = await loadConsumer(['o-1']);

    expect(await handler(batch)).toEqual({
      batchItemFailures: [{ itemIdentifier: batch.Records[1]?.messageId }],
    });
    expect(saved.mock.calls).toEqual([[expect.stringMatching(/^Order o-1 /)]]);
    expect(log).toHaveBeenCalledOnce();
  });
});
