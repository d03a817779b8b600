import { createOrderFeed } from 'outlet-open-api/sync';
import { expect, test } from 'vitest';
import { bytesInUse } from '../../support/bytes-in-use.js';
import { clientOf, scriptedService } from '../../support/services/scripted-service.js';
import { clientWith, completed, notify, settled } from '../../unit/sync/order-feed/by-hand.js';

test('four thousand orders that wait, with ten events each, take little memory, and none once they have ended', async () => {
  const controller = new AbortController();
  const outlet = clientOf(scriptedService(() => new Promise(() => {})));
  const feed = createOrderFeed({ outlet, onOrder: () => {}, signal: controller.signal });
  const events = Array.from({ length: 4_000 }, (_, index) => completed(`o-${index + 1}`));
  const notifyAll = async () => {
    for (const event of events) notify(feed, event);
    await settled();
    return bytesInUse();
  };
  const before = bytesInUse();
  const once = await notifyAll();
  expect(once - before).toBeLessThan(12_000_000);
  for (let times = 0; times < 8; times += 1) for (const event of events) notify(feed, event);
  // 36,000 promises.
  expect((await notifyAll()) - once).toBeLessThan(16_000_000);
  controller.abort();
  await settled();
  expect(bytesInUse() - before).toBeLessThan(1_000_000);
  expect(feed.pending).toBe(0);
});

test('handled events leave no memory behind', async () => {
  const feed = createOrderFeed({ outlet: clientWith(async (id) => ({ id })), onOrder: () => {} });
  let events = 0;
  const handle = async (count: number) => {
    for (const end = events + count; events < end; events += 1) {
      notify(feed, { event: 'order.inKitchen', id: `order-${events}`, raw: {} });
      if (events % 100 === 0) await feed.idle();
    }
    await feed.idle();
    await settled();
    return bytesInUse();
  };
  const before = await handle(5_000);
  expect(((await handle(20_000)) - before) / 20_000).toBeLessThan(20);
});
