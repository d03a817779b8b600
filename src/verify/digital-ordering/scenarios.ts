import type { OrderItem } from '../../entities/index.js';
import type { FakeMenuItem } from '../../testing/index.js';
import { addFaults, removeFaults } from '../environment.js';
import {
  cancelEarly,
  killWhileCreating,
  loseResponses,
  readsWithId,
  repeatAfterTheEnd,
} from '../guest-scenarios.js';
import { isAccepted } from '../guests.js';
import type { Scenario } from '../scenario.js';
import { requestsOf } from '../shared-checks.js';
import { runDay } from '../shared-scenarios.js';
import { pause, until } from '../waiting.js';
import type { DigitalOrderingRun } from './run.js';
import { steadyRate } from './steady-rate.js';

const createOrders = { method: 'POST', path: '/orders' } as const;

const platter: FakeMenuItem = { id: 'item-platter', name: 'Platter', price: 19, options: [] };

const onePlatter: readonly OrderItem[] = [{ menuItemId: platter.id, quantity: 1 }];

const manyItems: readonly FakeMenuItem[] = Array.from({ length: 2_000 }, (_, index) => ({
  id: `item-many-${index}`,
  name: `Dish ${index}`,
  price: 1 + (index % 40) / 4,
  options: [],
}));

const bowl: FakeMenuItem = {
  id: 'item-bowl',
  name: 'Bowl',
  price: 9,
  options: Array.from({ length: 20 }, (_, index) => ({
    id: `option-topping-${index}`,
    name: `Topping ${index}`,
    price: 0.5,
  })),
};

/** The scenarios of a backend that sends orders to the outlet. */
export const digitalOrderingScenarios: readonly Scenario<DigitalOrderingRun>[] = [
  {
    name: 'lost-response',
    why: 'The outlet can have the order although the response of POST /orders was lost.',
    guide: 'retries.md#idempotency',
    advice: { status: readsWithId },
    steps: (run) => loseResponses(run, createOrders, (secondPort) => run.place({ secondPort })),
  },
  {
    name: 'killed-while-creating',
    why: 'A process can end between sending an order and storing the response.',
    guide: 'retries.md#after-a-restart',
    needs: ['restart'],
    steps: (run) => killWhileCreating(run, createOrders),
  },
  {
    name: 'repeated-after-the-end',
    why: 'A guest can open the app again and repeat the request of an order that has ended long ago.',
    guide: 'retries.md#idempotency',
    steps: repeatAfterTheEnd,
  },
  {
    name: 'rejected-item',
    why: 'The outlet rejects an order with an item that is no longer on its menu, and other orders must not wait for it.',
    guide: 'outbox.md#states',
    async steps(run) {
      const { environment } = run;
      const { menus } = environment.fake;
      menus.add(platter);
      await publish(run);
      menus.remove(platter.id);
      environment.timeline.note('staff: removes item-platter from the menu');
      menus.publish();
      await placeRejected(run, onePlatter);
      await runDay(run);
    },
  },
  {
    name: 'closed-outlet',
    why: 'An outlet can reject each order with a 400, although its menu has all items, and accept orders again later.',
    guide: 'outbox.md#states',
    async steps(run) {
      const { environment } = run;
      const { channels } = environment.fake;
      const { channelId } = environment.settings();
      await run.arrival(await run.place());
      const closed = channels.all().filter(({ id }) => id === channelId);
      environment.timeline.note('staff: takes your platform off, so the outlet rejects orders');
      channels.remove(channelId);
      channels.publish();
      try {
        await placeRejected(run);
        await run.completeOne();
      } finally {
        environment.timeline.note('staff: adds your platform again');
        channels.add(...closed);
        channels.publish();
      }
      // The rejected order must not arrive now.
      await runDay(run);
    },
  },
  {
    name: 'late-cancellation',
    why: 'A guest can cancel when the outlet has completed the order, and the API then rejects the cancellation.',
    guide: 'digital-ordering.md#cancel-an-order',
    async steps(run, settle) {
      await runDay(run);
      // The backend knows that the order is complete.
      await settle();
      const last = run.requests.at(-1);
      if (last) await run.cancel(last);
    },
  },
  {
    name: 'early-cancellation',
    why: 'A guest can cancel before the outlet has the order, or before your backend knows that it has.',
    guide: 'digital-ordering.md#cancel-an-order',
    steps: (run) => cancelEarly(run, createOrders, () => run.place()),
  },
  {
    name: 'menu-republished',
    why: 'The guest pays the price on your menu, and the outlet expects that of the published menu.',
    guide: 'digital-ordering.md#menu',
    needs: [{ action: 'refreshMenu' }],
    async steps(run) {
      const { menus } = run.environment.fake;
      menus.add(platter);
      await publish(run);
      await run.arrival(await run.place({ items: onePlatter }));
      menus.update(platter.id, { price: 21 });
      await publish(run);
      await run.arrival(await run.place({ items: onePlatter }));
      menus.remove(platter.id);
      await publish(run);
    },
  },
  {
    name: 'price-changed',
    why: 'A price can change when a guest has already paid, and before your backend has read the new menu.',
    guide: 'digital-ordering.md#menu',
    needs: [{ action: 'refreshMenu' }],
    async steps(run) {
      const { environment } = run;
      const { menus } = environment.fake;
      menus.add(platter);
      await publish(run);
      addFaults(environment, { ...createOrders, fault: 'lost-response' });
      const placed = run.place({ items: onePlatter });
      await until(() => run.orderIds().length > 0, environment.settleTimeout, 100);
      menus.update(platter.id, { price: 21 });
      await publish(run);
      await removeFaults(environment);
      // Each further attempt must be equal to the first one.
      await run.sendAgain(await placed);
      menus.update(platter.id, { price: 23 });
      environment.timeline.note('staff: publishes another price, and the backend does not read it');
      menus.publish();
      await run.arrival(await run.place({ items: onePlatter, totalBefore: 21 }));
      await run.completeOne();
      menus.remove(platter.id);
      await publish(run);
    },
  },
  {
    name: 'large-menu',
    why: 'A menu can have thousands of items, and an order many lines with many options.',
    guide: 'digital-ordering.md#menu',
    needs: [{ action: 'refreshMenu' }],
    async steps(run) {
      const { menus } = run.environment.fake;
      menus.add(...manyItems, bowl);
      await publish(run);
      const options = bowl.options.map(({ id }) => ({ optionId: id, quantity: 1 }));
      const bowls = Array.from({ length: 10 }, () => ({ menuItemId: bowl.id, quantity: 1, options }));
      const others = manyItems.slice(0, 20).map(({ id }) => ({ menuItemId: id, quantity: 1 }));
      await run.arrival(await run.place({ items: [...bowls, ...others] }));
      for (const { id } of [...manyItems, bowl]) menus.remove(id);
      await publish(run);
    },
  },
  steadyRate,
];

/** Places an order that the outlet rejects, notes what the backend says before, and waits for the rejection. */
async function placeRejected(run: DigitalOrderingRun, items?: readonly OrderItem[]): Promise<void> {
  const { environment } = run;
  const began = Date.now();
  const hasStatus = (wanted: number | null) =>
    requestsOf(run).some(
      ({ method, path, status, at }) =>
        method === 'POST' && path === '/orders' && status === wanted && Date.parse(at) >= began,
    );
  addFaults(environment, { ...createOrders, fault: 'latency', delay: 3_000, times: 1 });
  const placed = run.place({ items, isInvalid: true });
  await pause(1_500);
  const order = run.requests.at(-1);
  if (order && hasStatus(null)) order.statusBefore = (await run.inBackend(order))?.status;
  if (isAccepted(await placed)) await until(() => hasStatus(400), environment.settleTimeout, 100);
}

/** Publishes the menu, and lets the backend read it. */
async function publish({ environment, refreshMenu }: DigitalOrderingRun): Promise<void> {
  environment.timeline.note('staff: publishes the menu');
  environment.fake.menus.publish();
  await refreshMenu();
}
