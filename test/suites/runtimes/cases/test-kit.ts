import { OutletClient } from 'outlet-open-api';
import { billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { createOrderFeed } from 'outlet-open-api/sync';
import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { createWebhookHandler, sharedSecret } from 'outlet-open-api/webhooks';
import type { Cases } from './case.js';
import { expectEqual } from './expect.js';
import { sampleOrder } from './sample-order.js';

const secret = { query: 'secret', value: '4f1d9a60c28b7e35' } as const;
const receiver = `https://receiver.example/webhooks?secret=${secret.value}`;

/** Cases with the fake and a client in one runtime. */
export const testKit: Cases = {
  async 'an order moves through its statuses, and the fake sends its webhooks'() {
    const seen: [string, string | null | undefined][] = [];
    const fake = createFakeOutlet({ webhookFetch: async (url, init) => handle(new Request(url, init)) });
    const outlet = clientOf(fake);
    const handle = createWebhookHandler({
      verify: [sharedSecret(secret)],
      onAny: async ({ event, id = '' }) => {
        const { status } = await outlet.orders.get(id);
        seen.push([event, status]);
      },
    });

    const { id } = await outlet.orders.create(await sampleOrder(outlet));
    fake.key('digital-ordering').webhookUrl = receiver;
    for (const step of ['inKitchen', 'ready', 'complete'] as const) {
      fake.orders[step](id);
      await fake.idle();
    }

    expectEqual('events, and the status of the order', seen, [
      ['order.inKitchen', 'inKitchen'],
      ['order.readyForPickup', 'readyForPickup'],
      ['order.complete', 'complete'],
    ]);
    expectEqual(
      'responses',
      fake.deliveries.map(({ status }) => status),
      [200, 200, 200],
    );
  },

  async 'an event is delivered again until its handler succeeds'() {
    let failures = 0;
    const handled: string[] = [];
    const fake = createFakeOutlet({
      webhookFetch: async (url, init) => handle(new Request(url, init)),
      webhookRetryDelay: 1,
    });
    const handle = createWebhookHandler({
      verify: [sharedSecret(secret)],
      on: {
        'order.complete': ({ id }) => {
          failures += 1;
          if (failures < 3) throw new Error('The database is down');
          handled.push(id);
        },
      },
      onError: () => {},
    });
    fake.key('order-data').webhookUrl = receiver;

    const { id } = fake.orders.complete(fake.orders.add().id);
    await fake.idle();

    expectEqual(
      'responses',
      fake.deliveries.map(({ status }) => status),
      [503, 503, 200],
    );
    expectEqual('handled events', handled, [id]);
  },

  async 'the feed reads the order of each event'() {
    const statuses: unknown[] = [];
    const fake = createFakeOutlet({ webhookFetch: async (url, init) => handle(new Request(url, init)) });
    const feed = createOrderFeed({
      outlet: clientOf(fake),
      onOrder: ({ id, status }) => void statuses.push([id, status]),
    });
    const handle = createWebhookHandler({ verify: [sharedSecret(secret)], consumers: [feed] });
    fake.key('order-data').webhookUrl = receiver;

    const { id } = fake.orders.complete(fake.orders.add().id);
    await fake.idle();
    await feed.close();

    expectEqual('orders', statuses, [[id, 'complete']]);
  },

  async 'the bills agree with their goods receipts'() {
    const bills = createFakeOutlet({ seed: 7 }).goodsReceipts.all().map(billFromGoodsReceipt);
    const differences = new Set(bills.map(({ difference }) => difference ?? '0.00'));

    expectEqual('differences', [...differences], ['0.00']);
    expectEqual(
      'bills that do not balance',
      bills.filter(({ isBalanced }) => !isBalanced),
      [],
    );
  },
};

function clientOf(fake: FakeOutlet): OutletClient {
  const { token } = fake.key('digital-ordering');
  return new OutletClient({ baseUrl: fake.baseUrl, accessToken: token, fetch: fake.fetch, logLevel: 'off' });
}
