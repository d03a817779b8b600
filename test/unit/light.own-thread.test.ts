import type { OrderFeed } from 'outlet-open-api/sync';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

/** Packages that a subpath must not load. */
const packages = ['zod', 'zod/mini', 'ky', 'p-retry', 'p-throttle', 'uuid'];
const client = [
  '../../src/client/client.js',
  '../../src/transport/transport.js',
  '../../src/transport/call-options.js',
  '../../src/lists/paginator.js',
];

/** Makes every import of these modules fail from now on in this test. */
function failImports(modules: readonly string[]): void {
  for (const name of modules) {
    vi.doMock(name, () => {
      throw new Error(`${name} was loaded`);
    });
  }
}

beforeEach(() => void vi.resetModules());
afterEach(() => {
  for (const name of [...packages, ...client]) vi.doUnmock(name);
});

describe('without the client and its packages', () => {
  test('/accounting calculates', async () => {
    failImports(packages);
    const { billFromGoodsReceipt } = await import('outlet-open-api/accounting');
    expect(billFromGoodsReceipt({ id: 'gr-1', items: [{ totalPrice: 1 }] }).total).toBe('1.00');
  });

  test('/export writes CSV', async () => {
    failImports([...packages, ...client]);
    const { csvText, orderTable } = await import('outlet-open-api/export');
    expect(csvText({ id: 'o-1' }, orderTable, { header: false })).toMatch(/^o-1,/);
  });

  test('/sync follows orders', async () => {
    failImports(packages);
    const { createOrderFeed } = await import('outlet-open-api/sync');
    // A client cannot be loaded.
    const outlet = { orders: { get: async () => ({ id: 'o-1' }) } };
    const feed: OrderFeed = Reflect.apply(createOrderFeed, undefined, [{ outlet, onOrder: () => {} }]);
    expect(await feed.receive({ event: 'order.inKitchen', id: 'o-1', raw: {} }, {})).toBe('handled');
  });

  test('/webhooks handles deliveries', async () => {
    failImports([...packages, ...client]);
    const { createTestEvent, createTestRequest, createWebhookHandler } = await import(
      'outlet-open-api/webhooks'
    );
    const handle = createWebhookHandler({ verify: 'none', onAny: () => {} });
    const { request } = createTestRequest(createTestEvent('outlet.updated'));
    expect((await handle(request)).status).toBe(200);
  });
});

test.each([
  ['the root, which needs packages', packages, () => import('outlet-open-api')],
  ['/schemas, which needs zod', packages, () => import('outlet-open-api/schemas')],
  ['the client', client, () => import('../../src/client/client.js')],
])('%s cannot be loaded without them', async (_, modules, load) => {
  failImports(modules);
  await expect(load()).rejects.toThrow();
});
