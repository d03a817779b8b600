import { backfillOrders, createMemoryCheckpointStore, pollGoodsReceipts } from 'outlet-open-api/sync';
import type { Cases } from './case.js';
import { expectEqual, expectThat } from './expect.js';
import { openRestaurant } from './restaurant.js';

/** Tests the sync functions with the timers and signals of the platform. */
export const sync: Cases = {
  async 'an aborted backfill is resumed, and its copy is complete'(place) {
    const restaurant = await openRestaurant(place, { rateLimit: false });
    const outlet = restaurant.client({ rateLimit: false });
    const to = new Date();
    const range = { from: new Date(to.getTime() - 40 * 24 * 60 * 60 * 1_000), to };
    const copy = new Set<string>();
    const checkpoints = createMemoryCheckpointStore();
    const leaving = new AbortController();

    const ended = await backfillOrders(outlet, {
      name: 'backfill',
      outletRef: 'bistro',
      ...range,
      checkpoints,
      signal: leaving.signal,
      onOrders(orders) {
        for (const { id } of orders) copy.add(id);
        leaving.abort('closing time');
      },
    }).catch((reason: unknown) => reason);
    const before = copy.size;
    await backfillOrders(outlet, {
      name: 'backfill',
      outletRef: 'bistro',
      ...range,
      checkpoints,
      onOrders(orders) {
        for (const { id } of orders) copy.add(id);
      },
    });
    const listed = await outlet.orders.list(range).toArray();

    expectEqual('the end', ended, 'closing time');
    expectThat('the second run delivered more orders', before < copy.size);
    expectEqual('orders', listed.length, copy.size);
  },

  async 'a poll delivers each receipt once'(place) {
    const restaurant = await openRestaurant(place, { rateLimit: false });
    const outlet = restaurant.client({ rateLimit: false });
    const options = {
      name: 'receipts',
      outletRef: 'bistro',
      checkpoints: createMemoryCheckpointStore(),
      trailingDays: 30,
      onChanged: () => {},
    };
    const first = await pollGoodsReceipts(outlet, options);
    const second = await pollGoodsReceipts(outlet, options);

    expectThat('there are receipts', first.new > 0);
    expectEqual('receipts that the second poll delivered', second.new + second.changed, 0);
  },
};
