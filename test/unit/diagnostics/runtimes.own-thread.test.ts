import { expect, test, vi } from 'vitest';
import { collectGarbage } from '../../support/bytes-in-use.js';
import { clientOf, json, scriptedService } from '../../support/services/scripted-service.js';
import { recorded } from './recorded.js';

/** Throws, as each function of Node.js does in the Edge Runtime of Next.js, where `process` has them all the same. */
function getBuiltinModule(): never {
  throw new Error('A Node.js API is used which is not supported in the Edge Runtime.');
}

const runtimes: [string, object][] = [
  ['without process.getBuiltinModule', { env: {} }],
  ['without diagnostics channels', { env: {}, getBuiltinModule: () => undefined }],
  ['whose process.getBuiltinModule throws', { env: {}, getBuiltinModule }],
];

test.each(runtimes)('the client works in a runtime %s', async (_, process) => {
  const messages = recorded();
  vi.resetModules();
  const { OutletClient } = await import('outlet-open-api');
  vi.stubGlobal('process', process);
  const { fetch } = scriptedService(json({ id: 'o-1' }));
  const outlet = new OutletClient({
    baseUrl: 'https://pos.example',
    accessToken: 'token',
    fetch,
    logLevel: 'off',
  });
  const order = await outlet.orders.get('o-1');
  expect(order).toEqual({ id: 'o-1' });
  expect(messages).toEqual([]);
});

test.each(runtimes)('a webhook handler works in a runtime %s', async (_, process) => {
  vi.resetModules();
  const { createTestEvent, createTestRequest, createWebhookHandler, sharedSecret } = await import(
    'outlet-open-api/webhooks'
  );
  vi.stubGlobal('process', process);
  const onAny = vi.fn();
  const secret = { query: 'secret', value: 'change-me-and-keep-me' };
  const handle = createWebhookHandler({ verify: [sharedSecret(secret)], onAny });
  const { request } = createTestRequest(createTestEvent('order.complete'), { secret });
  const response = await handle(request);
  expect(response.status).toBe(200);
  expect(onAny).toHaveBeenCalledTimes(1);
});

test.each(runtimes)('instrumentOutlet says that a runtime %s has no channels', async (_, process) => {
  vi.resetModules();
  const { instrumentOutlet } = await import('outlet-open-api/otel');
  vi.stubGlobal('process', process);
  expect(() => instrumentOutlet()).toThrow('This runtime has no diagnostics channels');
});

test('a channel that was used before the subscription loses no messages after garbage collection', async () => {
  const turns = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  const { orders } = clientOf(scriptedService(json({ id: 'o-1' })), { rateLimit: false });
  await orders.get('o-1');
  await turns();
  collectGarbage();
  const messages = recorded();
  // Node.js 20 cleans up after a collected channel some turns later.
  await turns();
  await orders.get('o-1');
  expect(messages.map(([name]) => name)).toContain('call:end');
});
