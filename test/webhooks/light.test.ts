import { beforeEach, expect, test, vi } from 'vitest';

const heavy = [
  ...['zod', 'zod/mini', 'ky', 'p-retry', 'p-throttle', 'uuid'],
  ...['client.js', 'transport/transport.js', 'transport/call-options.js', 'lists/paginator.js'].map(
    (file) => `../../src/${file}`,
  ),
];

beforeEach(() => {
  vi.resetModules();
  for (const name of heavy) {
    vi.doMock(name, () => {
      throw new Error(`${name} was loaded`);
    });
  }
});

test('webhooks load neither zod nor anything of the client', async () => {
  const { createTestEvent, createTestRequest, createWebhookHandler } = await import(
    'outlet-open-api/webhooks'
  );
  const handle = createWebhookHandler({ verify: [], onAny: () => {} });
  const { request } = createTestRequest(createTestEvent('outlet.updated'));
  expect((await handle(request)).status).toBe(200);
});

test('which this way of looking would notice', async () => {
  await expect(import('outlet-open-api/schemas')).rejects.toThrow();
  await expect(import('../../src/client.js')).rejects.toThrow();
});
