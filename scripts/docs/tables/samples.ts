import type { UseCase } from '../../../src/entities/use-case.js';
import { createFakeOutlet } from '../../../src/testing/index.js';

const events: string[] = [];

/** A fake that returns the same records each time, with documented fields only. */
const fake = createFakeOutlet({
  seed: 1,
  empty: true,
  undocumentedFields: false,
  now: () => Date.parse('2026-11-24T18:30:00.000Z'),
  webhookFetch: async (_url, init) => {
    events.push(String(init.body));
    return new Response();
  },
});
fake.channels.add({ id: 'channel-foodie', type: 'partner', name: 'foodie' });
fake.menus.add({ id: 'item-burger', name: 'Burger', price: 13.9, options: [] });
fake.channels.publish();
fake.menus.publish();
fake.key('order-data').webhookUrl = 'https://backend.example/webhooks';
const { id } = fake.orders.add({
  createdBy: 'digital-ordering',
  channelId: 'channel-foodie',
  partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1001' },
  items: [
    {
      menuItemId: 'item-burger',
      quantity: 1,
      customerName: 'Ada',
      options: [{ optionId: 'option-cheese', quantity: 1 }],
    },
  ],
  payments: [
    {
      offlineMethod: 'card',
      amount: 15.1,
      currency: 'EUR',
      externalId: 'payment-1001',
      created: '2026-11-24T18:29:00.000Z',
    },
  ],
});
fake.orders.complete(id);
await fake.idle();
fake.goodsReceipts.add({
  goodsReceiptNumber: 'GR-131',
  supplier: { supplierId: 'supplier-1', name: 'Hill Dairy' },
  shippingFee: 5,
  items: [{ totalPrice: 40, discountAmount: 2, taxRate: 0.07, taxRateName: 'Reduced' }],
});
const partnerInfo = { partnerChannel: 'foodie', orderId: 'F-1002' };
const invalidOrder = {
  channelId: 'channel-foodie',
  partnerInfo,
  items: [{ menuItemId: 'item-burger', quantity: 0 }],
};

/** What the API sends, by the names in the markers. */
export const samples: readonly (readonly [name: string, block: string])[] = [
  ['order-sample', await response('digital-ordering', `/orders/${id}`)],
  [
    'page-sample',
    await response(
      'order-data',
      '/inventory/goods-receipts?from=2026-11-24T00:00:00Z&to=2026-11-25T00:00:00Z',
    ),
  ],
  ['event-sample', block(events[0] ?? '')],
  ['error-sample', await response('digital-ordering', '/orders', JSON.stringify(invalidOrder))],
];

async function response(useCase: UseCase, path: string, body?: string): Promise<string> {
  const headers = {
    authorization: `Bearer ${fake.key(useCase).token}`,
    'content-type': 'application/json',
    'idempotency-key': '6cc2bb5f-6f5c-4a6c-9f3b-1d2f0c8a7e31',
  };
  const method = body === undefined ? 'GET' : 'POST';
  const url = `${fake.baseUrl}/api/v1${path}`;
  const reply = await fake.fetch(new Request(url, { method, headers, body: body ?? null }));
  return block(await reply.text());
}

function block(json: string): string {
  return `\`\`\`json\n${JSON.stringify(JSON.parse(json), null, 2)}\n\`\`\``;
}
