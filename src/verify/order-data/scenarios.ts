import { addFaults, loseWebhooks } from '../environment.js';
import type { Scenario } from '../scenario.js';
import { requestsOf } from '../shared-checks.js';
import { killWhileListing, listUntilOlder, listWithFaults, runDay } from '../shared-scenarios.js';
import { staffStep } from '../staff.js';
import { pause, until } from '../waiting.js';
import type { OrderDataRun } from './run.js';

const minute = 60_000;
const day = 24 * 60 * minute;

/** How long a late page takes, in milliseconds. */
const slowTime = 3_000;

const listOrders = { method: 'GET', path: '/orders' } as const;

/** The scenarios of a backend that follows the sales of the outlet. */
export const orderDataScenarios: readonly Scenario<OrderDataRun>[] = [
  {
    name: 'months-of-history',
    why: 'A list has many pages, and a page can have few orders although more pages follow.',
    guide: 'pagination.md#the-end-of-a-list',
    advice: {
      'every-order-once':
        'Look whether the backfill splits its range into slices of at most 31 days, and follows next until it is null, even after an empty page.',
    },
    needs: [{ action: 'backfill' }],
    async steps(run) {
      run.watch(run.environment.fake.orders.all().map(({ id }) => id));
      await run.backfill(run.began - 92 * day);
    },
  },
  {
    name: 'killed-in-a-backfill',
    why: 'A backfill of months takes minutes, so a deployment or a crash can end it in the middle.',
    guide: 'order-data.md#backfill-past-orders',
    advice: {
      'every-order-once':
        'Look whether a backfill that was killed begins again, or resumes after the last page that was stored.',
    },
    needs: ['restart', { action: 'backfill' }],
    async steps(run) {
      // The outlet has them, and only a list shows them.
      const ended = [40, 30, 20, 10, 5].map((days) =>
        run.add({ status: 'complete', created: new Date(run.began - days * day) }),
      );
      run.watch(ended.map(({ id }) => id));
      const backfill = () => run.backfill(run.began - 60 * day);
      await killWhileListing(run, listOrders, backfill);
      await backfill();
    },
  },
  {
    name: 'changed-after-completion',
    why: 'The staff can cancel a complete order, or reopen and change it, so an order can end more than once.',
    guide: 'webhooks/delivery.md#exactly-once',
    async steps(run, settle) {
      await runDay(run);
      await settle();
      await run.changeEnded();
    },
  },
  {
    name: 'reopened-at-night',
    why: 'A reopened order sends no event, and is no sale until it is complete again.',
    guide: 'order-data.md#reconcile-every-night',
    async steps(run, settle) {
      await runDay(run);
      await settle();
      const reopened = run.orders().find(({ status }) => status === 'complete');
      if (!reopened) return;
      await staffStep(run.environment, 'reopen', [reopened.id]);
      await run.runNightlyJob();
      run.openAtNight.add(reopened.id);
    },
  },
  {
    name: 'partner-aggregated',
    why: 'GET /orders/{id} returns 404 for an order of a delivery aggregator, although its event arrives.',
    guide: 'webhooks/index.md#order-feed',
    async steps(run, settle) {
      const { fake, key } = run.environment;
      // A backend need not know this order.
      fake.orders.complete(fake.orders.add({ partnerAggregated: true }).id);
      await runDay(run);
      // The list has this order before its event arrives, and the 404 that follows does not mean that it is gone.
      const { id } = run.add({ partnerAggregated: true, status: 'complete' });
      await run.runNightlyJob();
      await settle();
      fake.sendEvent({ event: 'order.complete', key: key(), id });
      // A backend that waits for the order would repeat its request.
      await pause(5_000);
    },
  },
  {
    name: 'down-for-ten-seconds',
    why: 'Events of an outage can be lost, and only the nightly job finds their orders.',
    guide: 'order-data.md#reconcile-every-night',
    advice: {
      'every-order-once':
        'Look whether the nightly job stores each order of its range, also one that no event has named.',
    },
    needs: ['restart'],
    async steps(run, settle) {
      const { environment } = run;
      const { backend } = environment;
      await runDay(run);
      await settle();
      await backend.kill();
      const restore = loseWebhooks(environment);
      await run.changeEnded();
      await runDay(run);
      await pause(9_000);
      restore();
      await backend.start();
      await run.runNightlyJob();
    },
  },
  {
    name: 'edges-of-the-range',
    why: 'A job that confuses its local time with UTC misses the orders of some hours at one end of its range.',
    guide: 'order-data.md#reconcile-every-night',
    advice: {
      'every-order-once':
        'Look whether the nightly job reads complete and cancelled orders of the whole range that it gets. Send both in UTC, because a local time with a Z moves the range.',
    },
    async steps(run) {
      // Without a webhook, only the list shows them.
      run.add({ status: 'complete', created: new Date(Date.now() - 31 * day + minute) });
      run.add({ status: 'cancelled', created: new Date(Date.now() - 31 * day + 2 * minute) });
      run.add({ status: 'complete', created: new Date(Date.now() - 1_000) });
      await run.runNightlyJob();
    },
  },
  {
    name: 'older-than-the-range',
    why: 'An order leaves the range of the nightly job after weeks, and stays a sale although no list has it any more.',
    guide: 'order-data.md#reconcile-every-night',
    advice: {
      'every-order-once':
        'Look whether the nightly job removes an order because the list lacks it. The list has only the range of the job.',
    },
    async steps(run, settle) {
      // Without a webhook, only the list shows it.
      const add = (created: Date) => run.add({ status: 'complete', created });
      await listUntilOlder(run, 31, add, settle, run.runNightlyJob);
    },
  },
  {
    name: 'nightly-job-with-faults',
    why: 'A list can fail in the middle. The job then has to fail, or to read the rest, but never to skip it in silence.',
    guide: 'order-data.md#reconcile-every-night',
    advice: {
      'every-order-once':
        'Look whether a job whose list failed reads the rest, or fails and reads all of it again in its next run. A failed page is not the end of a list.',
    },
    async steps(run, settle) {
      const { environment } = run;
      const { fake } = environment;
      const restore = loseWebhooks(environment);
      // With empty pages, each job would take several times as long.
      fake.assume({ sparsePages: false });
      await listWithFaults(run, listOrders, settle, () => runDay(run), run.runNightlyJob);
      restore();
      // The first page has the newest orders, and is older than a change when it has arrived.
      fake.assume({ orderSorting: 'newest-first' });
      addFaults(environment, { ...listOrders, fault: 'slow-body', delay: slowTime, times: 1 });
      const earlier = requestsOf(run).length;
      await Promise.all([run.runNightlyJob(), cancelWhenListed(run, earlier)]);
      fake.assume({ sparsePages: undefined, orderSorting: undefined });
    },
  },
];

/**
 * Cancels a complete order while a list that contains it is on its way.
 * @param earlier - how many requests there were before the job
 */
async function cancelWhenListed(run: OrderDataRun, earlier: number): Promise<void> {
  const isListed = () =>
    requestsOf(run)
      .slice(earlier)
      .some(({ path, status }) => path === listOrders.path && status === 200);
  await until(isListed, 5_000);
  const order = run.orders().findLast(({ status }) => status === 'complete');
  if (order) await staffStep(run.environment, 'cancel', [order.id]);
}
