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

test('accounting loads no package but the one that reckons', async () => {
  const { billFromGoodsReceipt } = await import('outlet-open-api/accounting');
  expect(billFromGoodsReceipt({ id: 'gr-1', items: [{ totalPrice: 1 }] }).total).toBe('1.00');
});
