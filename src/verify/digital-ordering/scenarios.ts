import type { OrderItem } from '../../entities/index.js';
import type { FakeMenuItem } from '../../testing/index.js';
import type { Scenario } from '../scenario.js';
import { duplicateWebhooks, hostile, lateResponse, webhookBurst } from '../shared-scenarios.js';
import { changeTwice, playDay, removeFaults, requestsOf } from '../stage.js';
import { pause, until } from '../waiting.js';
import type { DigitalOrderingScene } from './scene.js';

const createOrders = { method: 'POST', path: '/orders' } as const;

const platter: FakeMenuItem = { id: 'item-platter', name: 'Platter', price: 19, options: [] };

const onePlatter: readonly OrderItem[] = [{ menuItemId: platter.id, quantity: 1 }];

/** The scenarios of a backend that sends orders to the outlet. */
export const digitalOrderingScenarios: readonly Scenario<DigitalOrderingScene>[] = [
  {
    ...webhookBurst,
    async play(scene) {
      const { fake, key } = scene.stage;
      await playDay(scene);
      const ids = scene.orderIds();
      for (let sent = 0; sent < 50; sent += 1) {
        const order = fake.orders.get(ids[sent % ids.length] ?? '');
        if (order) fake.sendEvent({ event: `order.${order.status}`, key: key(), id: order.id });
        await pause(20);
      }
    },
  },
  {
    ...duplicateWebhooks,
    async play(scene) {
      await scene.open();
      scene.stage.courier.isUnreliable = true;
      await scene.finish();
    },
  },
  {
    ...lateResponse,
    async play(scene) {
      const { orders } = scene.stage.fake;
      await scene.open();
      const id = scene.orderIds().at(-1);
      if (id)
        await changeTwice(
          scene,
          id,
          () => orders.inKitchen(id),
          () => orders.complete(id),
        );
      await scene.finish();
    },
  },
  {
    name: 'lost-response',
    why: 'The outlet can have the order although the response of POST /orders was lost.',
    guide: 'retries.md#idempotency',
    async play(scene) {
      const { fake } = scene.stage;
      fake.failNext({ ...createOrders, fault: 'lost-response', times: Infinity });
      await Promise.all([scene.open(), pause(5_000).then(() => removeFaults(fake))]);
      // A guest's app can also lose the response of the backend.
      for (const order of scene.orders) await scene.placeAgain(order);
      await scene.finish();
    },
  },
  {
    name: 'killed-while-creating',
    why: 'A process can end between sending an order and storing the response.',
    guide: 'retries.md#after-a-restart',
    needs: 'restart',
    async play(scene) {
      const { fake, backend } = scene.stage;
      fake.failNext({ ...createOrders, fault: 'slow-body', delay: 10_000, times: Infinity });
      const opened = scene.open();
      await until(
        () => requestsOf(scene).some(({ method, status }) => method === 'POST' && status === 201),
        10_000,
      );
      await until(() => scene.orders.every(({ reply }) => reply === 'accepted'), 2_000);
      await backend.kill();
      removeFaults(fake);
      await backend.start();
      await opened;
      await scene.finish();
    },
  },
  {
    name: 'rejected-item',
    why: 'The outlet rejects an order with an item that is no longer on its menu, and other orders must not wait for it.',
    guide: 'digital-ordering.md#send-orders-from-several-processes',
    async play(scene) {
      const { menus } = scene.stage.fake;
      menus.add(platter);
      await publish(scene);
      menus.remove(platter.id);
      menus.publish();
      await scene.place(onePlatter, true);
      await scene.open();
      await scene.finish();
    },
  },
  {
    name: 'late-cancellation',
    why: 'A guest can cancel when the outlet has completed the order, and the API then rejects the cancellation.',
    guide: 'digital-ordering.md#cancel-an-order',
    async play(scene) {
      await playDay(scene);
      // The backend knows that the order is complete.
      await scene.stage.fake.idle();
      await pause(2_000);
      const last = scene.orders.at(-1);
      if (last) await scene.cancel(last);
    },
  },
  {
    name: 'menu-republished',
    why: 'The guest pays the price on your menu, and the outlet expects that of the published menu.',
    guide: 'digital-ordering.md#menu',
    needs: 'refreshMenu',
    async play(scene) {
      const { menus } = scene.stage.fake;
      menus.add(platter);
      await publish(scene);
      await scene.arrival(await scene.place(onePlatter));
      menus.update(platter.id, { price: 21 });
      await publish(scene);
      await scene.arrival(await scene.place(onePlatter));
      menus.remove(platter.id);
      await publish(scene);
    },
  },
  { ...hostile, play: playDay },
];

/** Publishes the menu, and lets the backend read it. */
async function publish({ stage, refreshMenu }: DigitalOrderingScene): Promise<void> {
  stage.fake.menus.publish();
  await refreshMenu();
}
