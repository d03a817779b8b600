import { type Order, OutletClient } from 'outlet-open-api';
import { createMemoryOrderStore, createOrderCopy } from 'outlet-open-api/sync';
import { createFakeOutlet, type FakeOutletOptions } from 'outlet-open-api/testing';
import { createWebhookHandler, sharedSecret } from 'outlet-open-api/webhooks';
import { expect, test } from 'vitest';
import { runs } from '../../support/runs.js';

const secret = '0123456789abcdef0123456789abcdef';

/** Reports the sales of a day, in cents. */
interface SalesReport {
  receive(request: Request): Promise<Response>;
  /** Called at the end of the day. */
  close(): Promise<number>;
}

/** Counts each webhook as one more sale or refund. */
function trustingReport(outlet: OutletClient): SalesReport {
  let cents = 0;
  return {
    async receive(request) {
      const { event, id } = await request.json();
      const order = await outlet.orders.get(id);
      const amount = paid(order);
      if (event === 'order.complete') cents += amount;
      if (event === 'order.cancelled') cents -= amount;
      return new Response();
    },
    close: async () => cents,
  };
}

/** Books the difference of each change, and reconciles at the end of the day. */
function carefulReport(outlet: OutletClient): SalesReport {
  let cents = 0;
  const copy = createOrderCopy({
    store: createMemoryOrderStore(),
    onChange(tx, { before, order }) {
      tx.onCommit(() => {
        cents += salesOf([order]) - (before ? salesOf([before]) : 0);
      });
    },
  });
  const handle = createWebhookHandler({
    verify: [sharedSecret({ query: 'secret', value: secret })],
    resolve: () => ({ outlet, keyRef: 'bistro', outletRef: 'bistro' }),
    consumers: [copy],
  });
  return {
    receive: handle,
    async close() {
      await copy.close();
      await copy.reconcile(outlet, { outletRef: 'bistro', days: 1 });
      return cents;
    },
  };
}

function salesOf(orders: readonly Order[]): number {
  return orders.filter(({ status }) => status === 'complete').reduce((sum, order) => sum + paid(order), 0);
}

/** Returns the payments of an order in cents. */
function paid({ payments }: Order): number {
  return (payments ?? []).reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0);
}

/** Returns the sales of a day according to a report and according to the orders. The day has orders of a platform and of the POS. */
async function runDay(report: (outlet: OutletClient) => SalesReport, options: FakeOutletOptions) {
  const fake = createFakeOutlet({
    empty: true,
    rateLimit: false,
    webhookFetch: (url, init) => sales.receive(new Request(url, init)),
    webhookDelay: 20,
    webhookRetryDelay: 10,
    ...options,
  });
  fake.menus.add({ id: 'soup', name: 'Soup', price: 6.4, options: [] });
  fake.menus.publish();
  const key = fake.key('order-data');
  key.webhookUrl = `https://reports.example/webhooks?secret=${secret}`;
  const sales = report(
    new OutletClient({ baseUrl: fake.baseUrl, accessToken: key.token, fetch: fake.fetch, rateLimit: false }),
  );
  for (const createdBy of ['digital-ordering', undefined] as const) {
    const add = (quantity: number) =>
      fake.orders.add({ createdBy, items: [{ menuItemId: 'soup', quantity }] }).id;
    fake.orders.complete(add(1));
    fake.orders.cancel(add(2));
    const refunded = add(3);
    fake.orders.complete(refunded);
    await fake.idle();
    fake.orders.cancel(refunded);
  }
  await fake.idle();
  return { fake, reported: await sales.close(), sold: salesOf(fake.orders.all()) };
}

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

test('a report that trusts the friendly fake agrees with it', async () => {
  const { reported, sold } = await runDay(trustingReport, {});
  expect([reported, sold]).toEqual([1_280, 1_280]);
});

test('the same report is wrong with most hostile seeds', async () => {
  const days = await Promise.all(seeds.map((seed) => runDay(trustingReport, { hostile: true, seed })));
  expect(days.filter(({ reported, sold }) => reported === sold).length).toBeLessThan(10);
});

test.concurrent.each(seeds.slice(0, runs(20)))(
  'a careful report agrees with hostile seed %i',
  async (seed) => {
    const { reported, sold } = await runDay(carefulReport, { hostile: true, seed });
    expect([reported, sold]).toEqual([1_280, 1_280]);
  },
);
