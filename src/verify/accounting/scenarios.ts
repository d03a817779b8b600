import type { FakeGoodsReceiptLine } from '../../testing/index.js';
import type { Scenario } from '../scenario.js';
import { killWhileListing, listUntilOlder, listWithFaults } from '../shared-scenarios.js';
import { staffStep } from '../staff.js';
import { type AccountingRun, polledDays } from './run.js';
import { salesDays } from './sales.js';

const minute = 60_000;
const day = 24 * 60 * minute;

const listReceipts = { method: 'GET', path: '/inventory/goods-receipts' } as const;

const listOrders = { method: 'GET', path: '/orders' } as const;

/** More than two pages. */
const manyReceipts = 60;

/** What an accounting job without takings lacks. */
const sales = {
  guide: 'accounting.md#post-the-daily-takings',
  needs: [{ action: 'closeDay' }, { state: 'takings' }],
  isOptional: true,
} as const;

/** The scenarios of a job that posts supplier bills and takings. */
export const accountingScenarios: readonly Scenario<AccountingRun>[] = [
  {
    name: 'amounts',
    why: 'Discounts, shipping, tax in the price, missing totals and rounded headers change what a bill contains.',
    guide: 'accounting.md#supplier-bills',
    advice: {
      'every-bill-once':
        'Look whether the job skips a receipt without total or tax, or one whose header differs from its lines by 0.01. Post them too.',
    },
    async steps(run) {
      for (const isTaxInclusive of [false, true]) {
        for (const discount of [0, 7.77]) {
          for (const shippingFee of [0, 9.99]) {
            const receipt = { isTaxInclusive, discount, shippingFee };
            run.add(receipt);
            // As on older receipts.
            run.add({ ...receipt, tax: null, total: null });
          }
        }
        for (const difference of [-0.01, 0.01]) {
          const { id, total = 0 } = run.add({ isTaxInclusive, discount: 7.77, shippingFee: 9.99 });
          run.change(id, { total: Math.round(((total ?? 0) + difference) * 100) / 100 });
        }
      }
      await run.poll();
    },
  },
  {
    name: 'many-receipts',
    why: 'A page can be short or empty although more pages follow, and only next says where the list ends.',
    guide: 'pagination.md#the-end-of-a-list',
    advice: {
      'every-bill-once':
        'Look whether the job follows next until it is null, also after a short or an empty page, and waits after a 429.',
    },
    async steps(run) {
      const { fake } = run.environment;
      fake.assume({ sparsePages: true });
      addMany(run);
      await run.poll();
      fake.assume({ sparsePages: undefined });
    },
  },
  {
    name: 'completed-on-day-6',
    why: 'A receipt keeps its created, so a job that reads only what is new never sees that it was completed.',
    guide: 'accounting.md#supplier-bills',
    advice: {
      'every-bill-once':
        'Look whether each run reads all 7 days again, with receipts that earlier runs have seen. A receipt keeps its created when it is completed.',
    },
    async steps(run, settle) {
      const created = new Date(Date.now() - 6 * day);
      const late = ['partiallyReceived', 'draft'].map((status) => run.add({ created, status }));
      await run.poll();
      await settle();
      for (const { id } of late) run.change(id, { status: 'completed' });
      await run.poll();
    },
  },
  {
    name: 'changed-after-posting',
    why: 'The merchant can cancel or correct a receipt days after its bill was posted.',
    guide: 'accounting.md#supplier-bills',
    advice: {
      'bill-total':
        'Look whether each run reads all 7 days again, and replaces the amounts of a bill that it has posted before.',
      'bill-tax':
        'Look whether each run reads all 7 days again, and replaces the amounts of a bill that it has posted before.',
      'cancelled-bill-reversed':
        'Look whether each run reads all 7 days again, passes status=completed,cancelled to the list, and voids the bill of a cancelled receipt.',
    },
    async steps(run, settle) {
      const created = new Date(Date.now() - 5 * day);
      const [cancelled, changed, same] = [run.add({ created }), run.add({ created }), run.add({ created })];
      await run.poll();
      await settle();
      run.change(cancelled.id, { status: 'cancelled' });
      run.change(changed.id, { items: run.someLines() });
      await run.poll();
      await settle();
      run.change(changed.id, { shippingFee: 33.33 });
      run.change(same.id, { discount: 1.01 });
      const taxed = run.add({ created, isTaxInclusive: true });
      await run.poll();
      await settle();
      // The total stays.
      run.change(taxed.id, { items: taxed.items.map(withOtherRate) });
      await run.poll();
    },
  },
  {
    name: 'edges-of-the-range',
    why: 'A job that confuses its local time with UTC misses the receipts of some hours at one end of its range.',
    guide: 'accounting.md#supplier-bills',
    advice: {
      'every-bill-once':
        'Look whether the requests cover the whole range that poll gets. Send both in UTC, because a local time with a Z moves the range.',
    },
    async steps(run) {
      run.add({ created: new Date(Date.now() - polledDays * day + minute) });
      run.add({ created: new Date(Date.now() - 1_000) });
      await run.poll();
    },
  },
  {
    name: 'older-than-the-range',
    why: 'A receipt leaves the range of the job after days, and its bill stays although no list has it any more.',
    guide: 'accounting.md#supplier-bills',
    advice: {
      'every-bill-once':
        'Look whether the job voids or removes a bill because the list lacks its receipt. The list has only the range of the job.',
    },
    async steps(run, settle) {
      await listUntilOlder(run, polledDays, (created) => run.add({ created }), settle, run.poll);
    },
  },
  {
    name: 'poll-with-faults',
    why: 'A list can fail in the middle. The job then has to fail, or to read the rest, but never to skip it in silence.',
    guide: 'accounting.md#supplier-bills',
    advice: {
      'every-bill-once':
        'Look whether a job whose list failed reads the rest, or fails and reads all of it again in its next run. A failed page is not the end of a list.',
    },
    async steps(run, settle) {
      await listWithFaults(run, listReceipts, settle, () => addMany(run), run.pollOnce);
      await run.poll();
    },
  },
  {
    name: 'killed-in-a-poll',
    why: 'A deployment or a crash can end the job between two pages, and the next run must neither miss nor repeat a bill.',
    guide: 'accounting.md#supplier-bills',
    advice: {
      'every-bill-once':
        'Look whether the run after a kill reads its whole range again, and is not stopped by a lock of the killed one. Save no position before the bills of a page are stored.',
    },
    needs: ['restart'],
    async steps(run) {
      addMany(run, 3);
      await killWhileListing(run, listReceipts, run.pollOnce);
      await run.poll();
    },
  },
  {
    name: 'over-31-days',
    why: 'A request can cover at most 31 days, so a longer range needs several.',
    guide: 'accounting.md#supplier-bills',
    advice: {
      'every-bill-once':
        'Look whether the job splits its range into slices of at most 31 days, without a gap between them, and follows next in each of them. The next poll lists only the last 7 days, and keeps the other bills.',
    },
    needs: [{ action: 'backfill' }],
    async steps(run, settle) {
      const from = run.began - 70 * day;
      const regular = Array.from({ length: 139 }, (_, index) => from + (index + 1) * (day / 2));
      // A job can begin with a whole second, and end each slice a second early.
      const edges = [30, 31, 60, 62].flatMap((days) =>
        Array.from({ length: 8 }, (_, index) => from + days * day + (index - 6) * 500),
      );
      for (const created of [...regular, ...edges]) run.add({ created: new Date(created) });
      await run.backfill(from);
      await settle();
      // The poll no longer lists most of these receipts, whose bills stay.
      await run.poll();
    },
  },
  {
    name: 'changed-after-closing',
    why: 'An order can be cancelled, completed late or reopened after its business day was posted.',
    ...sales,
    advice: {
      takings:
        'Look whether a day that was closed before is corrected, also downwards, and to 0 if none of its orders is complete any more.',
    },
    async steps(run, settle) {
      const orders = run.sell(salesDays.plain);
      // Nothing is left of this day.
      const only = run.sell(salesDays.quiet).map(({ id }) => id);
      await run.poll();
      await settle();
      const [cancelled, reopened] = orders.map(({ id }) => [id]);
      const late = orders.filter(({ status }) => status === 'open').map(({ id }) => id);
      if (!cancelled || !reopened) return;
      await staffStep(run.environment, 'cancel', [...cancelled, ...only]);
      await staffStep(run.environment, 'reopen', reopened);
      await staffStep(run.environment, 'complete', [...reopened, ...late]);
      await run.poll();
    },
  },
  {
    name: 'closing-with-faults',
    why: 'A day is often closed once, so takings that lack a failed page stay wrong.',
    ...sales,
    advice: {
      takings:
        'Look whether a job whose list failed repeats the request, or fails and posts nothing. A failed page is not the end of a list, and a list that is read again starts without the earlier pages.',
    },
    async steps(run, settle) {
      await listWithFaults(run, listOrders, settle, () => run.sell(salesDays.plain), run.pollOnce);
      await run.poll();
    },
  },
  {
    name: 'daylight-saving',
    why: 'A business day has 23 hours when the clocks go forward, and 25 when they go back.',
    ...sales,
    async steps(run) {
      run.sell(salesDays.short);
      run.sell(salesDays.long);
      await run.poll();
    },
  },
];

function withOtherRate({ taxAmount, ...line }: FakeGoodsReceiptLine): FakeGoodsReceiptLine {
  return { ...line, taxRate: line.taxRate === 0.19 ? 0.07 : 0.19 };
}

/** @param days - how many days ago they were recorded. Default: today */
function addMany(run: AccountingRun, days?: number): void {
  const created = days === undefined ? {} : { created: new Date(Date.now() - days * day) };
  for (let count = 0; count < manyReceipts; count += 1) run.add(created);
}
