import { beforeEach, expect, test, vi } from 'vitest';

const heavy = ['zod', 'ky', 'p-throttle', 'uuid'];

beforeEach(() => {
  vi.resetModules();
  for (const name of heavy) {
    vi.doMock(name, () => {
      throw new Error(`${name} was loaded`);
    });
  }
});

test('sync loads neither zod nor anything of the transport', async () => {
  const { createOrderFeed } = await import('outlet-open-api/sync');
  const orders = { get: async (id: string) => ({ id }) };
  const feed = createOrderFeed({ orders }, { onOrder: () => {} });
  expect(await feed.notify({ event: 'order.inKitchen', id: 'o-1', raw: {} })).toBe('handled');
});

test('which this way of looking would notice', async () => {
  await expect(import('outlet-open-api')).rejects.toThrow();
});
