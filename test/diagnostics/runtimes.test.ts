import { expect, test, vi } from 'vitest';
import { json, scriptedService } from '../scripted-service.js';
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
