import { expect, test, vi } from 'vitest';
import { collectGarbage } from '../bytes-in-use.js';
import { clientOf, json, scriptedService } from '../scripted-service.js';
import { recorded } from './recorded.js';

test.each<[string, object]>([
  ['without process.getBuiltinModule', { env: {} }],
  ['without diagnostics channels', { env: {}, getBuiltinModule: () => undefined }],
])('the client works in a runtime %s', async (_, process) => {
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
