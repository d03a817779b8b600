import { beforeEach, expect, test, vi } from 'vitest';

const heavy = ['zod', 'ky', 'p-retry', 'p-throttle', 'uuid'];

beforeEach(() => {
  vi.resetModules();
  for (const name of heavy) {
    vi.doMock(name, () => {
      throw new Error(`${name} was loaded`);
    });
  }
});

test('webhooks load neither zod nor anything of the transport', async () => {
  const { parseWebhookEvent } = await import('outlet-open-api/webhooks');
  expect(parseWebhookEvent({ event: 'outlet.updated' }).event).toBe('outlet.updated');
});

test('which this way of looking would notice', async () => {
  await expect(import('outlet-open-api/schemas')).rejects.toThrow();
});
