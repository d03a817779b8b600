import type { OrderItem } from '../../entities/index.js';
import type { FakeMenuItem } from '../../testing/index.js';
import { changeTwice, removeFaults, requestsOf, runDay } from '../environment.js';
import type { Scenario } from '../scenario.js';
import { duplicateWebhooks, hostile, lateResponse, webhookBurst } from '../shared-scenarios.js';
import { pause, until } from '../waiting.js';
import type { DigitalOrderingRun } from './run.js';

const createOrders = { method: 'POST', path: '/orders' } as const;

const platter: FakeMenuItem = { id: 'item-platter', name: 'Platter', price: 19, options: [] };

const onePlatter: readonly OrderItem[] = [{ menuItemId: platter.id, quantity: 1 }];

/** The scenarios of a backend that sends orders to the outlet. */
export const digitalOrderingScenarios: readonly Scenario<DigitalOrderingRun>[] = [
  {
    ...webhookBurst,
    async steps(run) {
      const { fake, key } = run.environment;
      await runDay(run);
      const ids = run.orderIds();
      for (let sent = 0; sent < 50; sent += 1) {
        const order = fake.orders.get(ids[sent % ids.length] ?? '');
        if (order) fake.sendEvent({ event: `order.${order.status}`, key: key(), id: order.id });
        await pause(20);
      }
    },
  },
  {
    ...duplicateWebhooks,
    async steps(run) {
      await run.open();
      run.environment.webhookSender.isUnreliable = true;
      await run.finish();
    },
  },
  {
    ...lateResponse,
    async steps(run) {
      const { orders } = run.environment.fake;
      await run.open();
      const id = run.orderIds().at(-1);
      if (id)
        await changeTwice(
          run,
          id,
          () => orders.inKitchen(id),
          () => orders.complete(id),
        );
      await run.finish();
    },
  },
  {
    name: 'lost-response',
    why: 'The outlet can have the order although the response of POST /orders was lost.',
    guide: 'retries.md#idempotency',
    async steps(run) {
      const { fake } = run.environment;
      fake.failNext({ ...createOrders, fault: 'lost-response', times: Infinity });
      await Promise.all([run.open(), pause(5_000).then(() => removeFaults(fake))]);
      // A guest's app can also lose the response of the backend.
      for (const order of run.orders) await run.placeAgain(order);
      await run.finish();
    },
  },
  {
    name: 'killed-while-creating',
    why: 'A process can end between sending an order and storing the response.',
    guide: 'retries.md#after-a-restart',
    needs: 'restart',
    async steps(run) {
      const { fake, backend } = run.environment;
      fake.failNext({ ...createOrders, fault: 'slow-body', delay: 10_000, times: Infinity });
      const opened = run.open();
      await until(
        () => requestsOf(run).some(({ method, status }) => method === 'POST' && status === 201),
        10_000,
      );
      await until(() => run.orders.every(({ reply }) => reply === 'accepted'), 2_000);
      await backend.kill();
      removeFaults(fake);
      await backend.start();
      await opened;
      await run.finish();
    },
  },
  {
    name: 'rejected-item',
    why: 'The outlet rejects an order with an item that is no longer on its menu, and other orders must not wait for it.',
    guide: 'digital-ordering.md#send-orders-from-several-processes',
    async steps(run) {
      const { menus } = run.environment.fake;
      menus.add(platter);
      await publish(run);
      menus.remove(platter.id);
      menus.publish();
      await run.place(onePlatter, true);
      await run.open();
      await run.finish();
    },
  },
  {
    name: 'late-cancellation',
    why: 'A guest can cancel when the outlet has completed the order, and the API then rejects the cancellation.',
    guide: 'digital-ordering.md#cancel-an-order',
    async steps(run) {
      await runDay(run);
      // The backend knows that the order is complete.
      await run.environment.fake.idle();
      await pause(2_000);
      const last = run.orders.at(-1);
      if (last) await run.cancel(last);
    },
  },
  {
    name: 'menu-republished',
    why: 'The guest pays the price on your menu, and the outlet expects that of the published menu.',
    guide: 'digital-ordering.md#menu',
    needs: 'refreshMenu',
    async steps(run) {
      const { menus } = run.environment.fake;
      menus.add(platter);
      await publish(run);
      await run.arrival(await run.place(onePlatter));
      menus.update(platter.id, { price: 21 });
      await publish(run);
      await run.arrival(await run.place(onePlatter));
      menus.remove(platter.id);
      await publish(run);
    },
  },
  { ...hostile, steps: runDay },
];

/** Publishes the menu, and lets the backend read it. */
async function publish({ environment, refreshMenu }: DigitalOrderingRun): Promise<void> {
  environment.fake.menus.publish();
  await refreshMenu();
}
