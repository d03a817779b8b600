import { changeTwice, runDay } from '../environment.js';
import type { Scenario } from '../scenario.js';
import { duplicateWebhooks, hostile, lateResponse, webhookBurst } from '../shared-scenarios.js';
import { pause } from '../waiting.js';
import type { OrderDataRun } from './run.js';

const day = 24 * 60 * 60 * 1_000;

/** The scenarios of a backend that follows the sales of the outlet. */
export const orderDataScenarios: readonly Scenario<OrderDataRun>[] = [
  {
    ...webhookBurst,
    async steps(run) {
      const added = Array.from({ length: 50 }, (_, index) => run.add(index % 2 === 0));
      for (const { id } of added) {
        run.environment.fake.orders.complete(id);
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
      await changeCompleted(run);
    },
  },
  {
    ...lateResponse,
    async steps(run) {
      const { orders } = run.environment.fake;
      const { id } = run.add();
      await changeTwice(
        run,
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
    async steps(run) {
      run.watch(run.environment.fake.orders.all().map(({ id }) => id));
      await run.backfill(run.began - 92 * day);
    },
  },
  {
    name: 'changed-after-completion',
    why: 'The staff can cancel a complete order, or reopen and change it, so an order can end more than once.',
    guide: 'webhooks/delivery.md#exactly-once',
    async steps(run) {
      await runDay(run);
      await run.environment.fake.idle();
      await changeCompleted(run);
    },
  },
  {
    name: 'partner-aggregated',
    why: 'GET /orders/{id} returns 404 for an order of a delivery aggregator, although its event arrives.',
    guide: 'order-feed.md#how-the-feed-handles-an-event',
    async steps(run) {
      const { orders } = run.environment.fake;
      // A backend need not know this order.
      orders.complete(orders.add({ partnerAggregated: true }).id);
      await runDay(run);
    },
  },
  {
    name: 'down-for-ten-seconds',
    why: 'Events of an outage can be lost, and only the nightly job finds their orders.',
    guide: 'order-data.md#reconcile-every-night',
    needs: 'restart',
    async steps(run) {
      const { fake, backend, key } = run.environment;
      await runDay(run);
      await fake.idle();
      await pause(1_000);
      await backend.kill();
      const { webhookUrl } = key();
      key().webhookUrl = undefined;
      await changeCompleted(run);
      await runDay(run);
      await pause(9_000);
      key().webhookUrl = webhookUrl;
      await backend.start();
      await run.runNightlyJob();
    },
  },
  { ...hostile, steps: runDayAndNight },
];

/** Ends with the job, because an outlet may send no events for the orders of its own staff. */
async function runDayAndNight(run: OrderDataRun): Promise<void> {
  await runDay(run);
  await run.environment.fake.idle();
  await run.runNightlyJob();
}

/** Cancels a complete order, and reopens another one, whose total then changes. */
async function changeCompleted({ environment, orders }: OrderDataRun): Promise<void> {
  const { fake } = environment;
  const [reopened, cancelled] = orders().filter(({ status }) => status === 'complete');
  if (cancelled) fake.orders.cancel(cancelled.id);
  if (!reopened) return;
  fake.orders.reopen(reopened.id);
  await pause(500);
  fake.orders.changeTotals(reopened.id);
  fake.orders.complete(reopened.id);
}
