import { inspect } from 'node:util';
import { OutletError, RequestValidationError } from 'outlet-open-api';
import type { WebhookHandlerOptions } from 'outlet-open-api/webhooks';
import { sharedSecret } from 'outlet-open-api/webhooks';
import { describe, expect, test } from 'vitest';
import { rejection } from '../../support/services/scripted-service.js';
import { address, complete, delivery, receiver } from '../webhooks/deliveries.js';
import { listen, of, recorded } from './recorded.js';

const fail = () => {
  throw new Error('the database is down');
};
const secret = sharedSecret({ query: 'secret', value: 's3cret-of-the-key' });
const error = expect.objectContaining({ message: 'the database is down' });
const withoutId = { event: 'order.complete' };

describe('a delivery publishes its start and its end', () => {
  type Case = [
    result: string,
    why: string,
    request: Request,
    end: object,
    options?: Partial<WebhookHandlerOptions>,
  ];
  const done = { event: 'order.complete', status: 200 };
  const failed = { event: 'order.complete', status: 503 };
  test.each<Case>([
    ['handled', 'its handler succeeds', delivery(), done],
    [
      'handled',
      'a handler gets the event of an unknown name',
      delivery({ event: 'order.moved' }),
      { ...done, event: 'unknown' },
    ],
    ['ignored', 'no handler is set', delivery(), done, { onAny: undefined }],
    [
      'failed',
      'no handler is set, its id is missing, and nothing reports it',
      delivery(withoutId),
      { event: 'unknown', status: 503, error: expect.any(OutletError) },
      { onAny: undefined, onError: undefined },
    ],
    ['failed', 'its handler throws', delivery(), { ...failed, error }, { onAny: fail }],
    [
      'late',
      'its handler still runs',
      delivery(),
      failed,
      { onAny: () => new Promise(() => {}), responseTimeout: 300 },
    ],
    ['rejected', 'a guard rejects it', delivery(), { event: undefined, status: 401 }, { verify: [secret] }],
    ['rejected', 'its body is not JSON', delivery('{'), { event: undefined, status: 400 }],
    ['rejected', 'its method is not POST', new Request(address), { event: undefined, status: 405 }],
  ])('%s: %s', async (result, _, request, end, options) => {
    const messages = recorded('webhook:');
    const { handle } = receiver(options);
    const { status } = await handle(request);
    const start = { run: expect.any(Function), event: undefined, result: undefined, status: undefined };
    expect(messages).toEqual([
      ['webhook:start', start],
      ['webhook:end', { ...start, ...end, result, status }],
    ]);
  });

  test('duplicate: it was handled before', async () => {
    const messages = recorded('webhook:');
    const { handle } = receiver();
    await handle(delivery());
    await handle(delivery());
    const results = of(messages, 'webhook:end').map(({ result, status }) => [result, status]);
    expect(results).toEqual([
      ['handled', 200],
      ['duplicate', 200],
    ]);
  });

  test('without a change after the end, even if a late handler succeeds', async () => {
    const messages: object[] = [];
    listen('webhook:end', (message) => messages.push(message));
    let finish = () => {};
    const onAny = () => new Promise<void>((resolve) => (finish = resolve));
    let processed: unknown;
    const { handle } = receiver({ onAny, responseTimeout: 300 });
    await handle(delivery(), { waitUntil: (promise) => (processed = promise) });
    finish();
    await processed;
    expect(messages).toMatchObject([{ result: 'late', status: 503 }]);
  });

  test('but not if the caller passes no request', async () => {
    const messages = recorded('webhook:');
    const error = await rejection(receiver().handle(Object({ body: complete })));
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(messages).toEqual([]);
  });

  test('without the content, the URL or the secret of the delivery', async () => {
    const messages = recorded('webhook:');
    const { handle } = receiver({ verify: [secret] });
    await handle(delivery({ ...complete, guest: 'Ada Lovelace' }, `${address}?secret=s3cret-of-the-key`));
    expect(of(messages, 'webhook:end')).toMatchObject([{ result: 'handled' }]);
    expect(inspect(messages, { depth: 9 })).not.toMatch(/Ada|s3cret-of-the-key|o-1|receiver\.example/);
  });
});
