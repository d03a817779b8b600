import type { Scenario } from '../scenario.js';
import { duplicateWebhooks, hostile, lateResponse, webhookBurst } from '../shared-scenarios.js';
import { changeTwice, playDay } from '../stage.js';
import { pause } from '../waiting.js';
import type { OrderDataScene } from './scene.js';

const day = 24 * 60 * 60 * 1_000;

/** The scenarios of a backend that follows the sales of the outlet. */
export const orderDataScenarios: readonly Scenario<OrderDataScene>[] = [
  {
    ...webhookBurst,
    async play(scene) {
      const added = Array.from({ length: 50 }, (_, index) => scene.add(index % 2 === 0));
      for (const { id } of added) {
        scene.stage.fake.orders.complete(id);
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
      await changeCompleted(scene);
    },
  },
  {
    ...lateResponse,
    async play(scene) {
      const { orders } = scene.stage.fake;
      const { id } = scene.add();
      await changeTwice(
        scene,
        id,
        () => orders.complete(id),
        () => orders.cancel(id),
      );
    },
  },
  {
    name: 'months-of-history',
    why: 'A list has many pages, and a page can have few orders although more pages follow.',
    guide: 'pagination.md#the-end-of-a-list',
    needs: 'backfill',
    async play(scene) {
      scene.watch(scene.stage.fake.orders.all().map(({ id }) => id));
      await scene.backfill(scene.began - 92 * day);
    },
  },
  {
    name: 'changed-after-completion',
    why: 'The staff can cancel a complete order, or reopen and change it, so an order can end more than once.',
    guide: 'webhooks/delivery.md#exactly-once',
    async play(scene) {
      await playDay(scene);
      await scene.stage.fake.idle();
      await changeCompleted(scene);
    },
  },
  {
    name: 'partner-aggregated',
    why: 'GET /orders/{id} returns 404 for an order of a delivery aggregator, although its event arrives.',
    guide: 'order-feed.md#how-the-feed-handles-an-event',
    async play(scene) {
      const { orders } = scene.stage.fake;
      // A backend need not know this order.
      orders.complete(orders.add({ partnerAggregated: true }).id);
      await playDay(scene);
    },
  },
  {
    name: 'down-for-ten-seconds',
    why: 'Events of an outage can be lost, and only the nightly job finds their orders.',
    guide: 'order-data.md#reconcile-every-night',
    needs: 'restart',
    async play(scene) {
      const { fake, backend, key } = scene.stage;
      await playDay(scene);
      await fake.idle();
      await pause(1_000);
      await backend.kill();
      const { webhookUrl } = key();
      key().webhookUrl = undefined;
      await changeCompleted(scene);
      await playDay(scene);
      await pause(9_000);
      key().webhookUrl = webhookUrl;
      await backend.start();
      await scene.runNightlyJob();
    },
  },
  { ...hostile, play: playDayAndNight },
];

/** Ends with the job, because an outlet may send no events for the orders of its own staff. */
async function playDayAndNight(scene: OrderDataScene): Promise<void> {
  await playDay(scene);
  await scene.stage.fake.idle();
  await scene.runNightlyJob();
}

/** Cancels a complete order, and reopens another one, whose total then changes. */
async function changeCompleted({ stage, orders }: OrderDataScene): Promise<void> {
  const { fake } = stage;
  const [reopened, cancelled] = orders().filter(({ status }) => status === 'complete');
  if (cancelled) fake.orders.cancel(cancelled.id);
  if (!reopened) return;
  fake.orders.reopen(reopened.id);
  await pause(500);
  fake.orders.changeTotals(reopened.id);
  fake.orders.complete(reopened.id);
}
