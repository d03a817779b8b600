import type { FakeGoodsReceipt, FakeOrder, NewGoodsReceipt } from '../../testing/index.js';
import { ActionTimeoutError } from '../calls.js';
import { type Environment, removeFaults } from '../environment.js';
import type { JobRun } from '../scenario.js';
import { pause } from '../waiting.js';
import type { AccountingActions, BackendBill, BackendTaking } from './configuration.js';
import { addSales, dueOn, type SalesDay, salesDays, timeZone } from './sales.js';

const minute = 60_000;
const day = 24 * 60 * minute;

/** How many days `poll` covers, as the specification advises. */
export const polledDays = 7;

/** How often the scheduler starts the job while the API fails, and the pause between two jobs in milliseconds. */
const failingJobs = { count: 5, pause: 3_000 };

/** What the backend knows. */
export interface State {
  readonly bills: readonly BackendBill[];
  readonly takings: readonly BackendTaking[];
}

/** A scenario of Accounting: the staff records goods receipts and sells, and the jobs follow. */
export interface AccountingRun extends JobRun {
  /** The IDs of bills that the backend knew before the first scenario. */
  readonly knownBefore: ReadonlySet<string>;
  /** The takings that the backend knew before the first scenario. */
  readonly takingsBefore: State['takings'];
  /** The business days that the jobs close, with the IDs of the orders that explain their takings. */
  readonly days: ReadonlyMap<SalesDay, readonly string[]>;
  /** Adds a receipt to the outlet. Default: a completed one of the last hours, with some lines. */
  add(receipt?: NewGoodsReceipt): FakeGoodsReceipt;
  /** Changes a receipt. */
  change(id: string, changes: NewGoodsReceipt): void;
  /** Returns a receipt as it was before each of its changes. */
  earlier(id: string): readonly FakeGoodsReceipt[];
  /** Returns what a business day was due, in cents, whenever the jobs closed it. */
  dueBefore(day: SalesDay): readonly number[];
  /** Adds receipts that the outlet has already to those of the scenario. */
  watch(ids: readonly string[]): void;
  /** Returns the receipts of the scenario. */
  receipts(): readonly FakeGoodsReceipt[];
  /** Returns some lines of a receipt. */
  someLines(): NonNullable<NewGoodsReceipt['items']>;
  /** Sells on a business day, which the jobs close from then on. Returns the orders, unless the backend closes no days. */
  sell(day: SalesDay): readonly FakeOrder[];
  /** Runs the jobs once: polls, and closes the business days. @throws Error if it fails */
  pollOnce(): Promise<void>;
  /** Runs the jobs as a scheduler does: while the API fails, they may fail, and then run again. @throws Error if they fail after that */
  poll(): Promise<void>;
  /** Posts the bills of receipts since a time. @throws Error if it fails */
  backfill(from: number): Promise<void>;
}

const rates = [
  { taxRateName: 'Standard', taxRate: 0.19, taxRateKind: 'percentage' },
  { taxRateName: 'Reduced', taxRate: 0.07, taxRateKind: 'percentage' },
  { taxRateName: 'Exempt', taxRate: 0, taxRateKind: 'exempt' },
] as const;

export function createAccountingRun(
  environment: Environment,
  actions: AccountingActions,
  earlier: readonly AccountingRun[],
  { bills, takings }: State = { bills: [], takings: [] },
): AccountingRun {
  const { fake, random, timeline, at } = environment;
  const ids = new Set<string>();
  const days = new Map<SalesDay, readonly string[]>();
  const replaced: FakeGoodsReceipt[] = [];
  const dues: (readonly [SalesDay, number])[] = [];
  const withStatus = (status: string) => run.receipts().filter((receipt) => receipt.status === status);

  const run: AccountingRun = {
    environment,
    began: Date.now(),
    problems: new Map(),
    knownBefore: new Set(bills.map(({ id }) => id)),
    takingsBefore: takings,
    days,
    add(receipt) {
      const added = fake.goodsReceipts.add({
        created: new Date(Date.now() - random.integer(1, 300) * minute),
        items: run.someLines(),
        discount: random.integer(0, 1) * (random.integer(100, 500) / 100),
        shippingFee: random.integer(0, 1) * (random.integer(500, 2_500) / 100),
        isTaxInclusive: random.integer(0, 1) === 1,
        ...receipt,
      });
      const { id, goodsReceiptNumber, status } = added;
      ids.add(id);
      timeline.note(
        `staff${at}: records ${goodsReceiptNumber} (${id}), which is ${status}`,
        id,
        amountsText(added),
      );
      return added;
    },
    change(id, changes) {
      replaced.push(...[fake.goodsReceipts.get(id) ?? []].flat());
      const changed = fake.goodsReceipts.update(id, changes);
      const what = changes.status ?? Object.keys(changes).join(', ');
      timeline.note(
        `staff${at}: changes ${what} of ${changed.goodsReceiptNumber} (${id})`,
        id,
        amountsText(changed),
      );
    },
    earlier: (id) => replaced.filter((receipt) => receipt.id === id),
    dueBefore: (wanted) => dues.filter(([day]) => day === wanted).map(([, due]) => due),
    watch: (receiptIds) => receiptIds.forEach((id) => void ids.add(id)),
    receipts: () => [...ids].flatMap((id) => fake.goodsReceipts.get(id) ?? []),
    someLines: () =>
      Array.from({ length: random.integer(2, 5) }, () => {
        const quantity = random.integer(1, 12);
        const totalPrice = random.integer(1_000, 25_000) / 100;
        return {
          quantity,
          totalPrice,
          discountAmount: (random.integer(0, 1) * random.integer(1, 400)) / 100,
          ...random.pick(rates),
          // A rate that is rounded, so that it does not lead back to the price.
          pricePerUnit: Math.round((totalPrice / quantity) * 100) / 100,
          inventoryUom: 'kg',
        };
      }),
    sell(day) {
      if (!actions.closeDay) return [];
      const orders = addSales(environment, day);
      days.set(day, [...(days.get(day) ?? []), ...orders.map(({ id }) => id)]);
      return orders;
    },
    async open() {
      run.sell(salesDays.plain);
      // Two suppliers can use the same number.
      const number = `DN-${random.hex(6)}`;
      for (const [isTaxInclusive, goodsReceiptNumber] of [[false], [true, number], [false, number]] as const)
        run.add({ isTaxInclusive, goodsReceiptNumber, discount: 3.33, shippingFee: 12.5 });
      run.add({ status: 'draft' });
      // Only one of them is completed today.
      for (const status of ['partiallyReceived', 'partiallyReceived'] as const) run.add({ status });
    },
    async finish() {
      await run.poll();
      const [completed] = withStatus('partiallyReceived').map(({ id }) => id);
      if (completed) run.change(completed, { status: 'completed' });
      const [cancelled, changed] = withStatus('completed').map(({ id }) => id);
      if (cancelled) run.change(cancelled, { status: 'cancelled' });
      if (changed) run.change(changed, { items: run.someLines() });
      await run.poll();
    },
    async pollOnce() {
      const now = Date.now();
      await environment.perform('poll', actions.poll, { from: iso(now - polledDays * day), to: iso(now) });
      const { closeDay } = actions;
      if (!closeDay) return;
      for (const salesDay of days.keys()) {
        dues.push([salesDay, dueOn(salesDay, fake.orders.all())]);
        await environment.perform('closeDay', closeDay, { day: salesDay.day, timeZone });
      }
    },
    async poll() {
      for (let jobs = 0; fake.faults.length > 0 && jobs < failingJobs.count; jobs += 1) {
        await run.pollOnce().catch((error: unknown) => {
          if (error instanceof ActionTimeoutError) throw error;
        });
        await pause(failingJobs.pause);
      }
      await removeFaults(environment);
      await run.pollOnce();
    },
    async backfill(from) {
      if (actions.backfill) await environment.perform('backfill', actions.backfill, { from: iso(from) });
    },
    catchUp: () => run.poll(),
    runJobs: () => run.backfill(run.began - day),
    orderIds: () => [...ids],
    recall() {
      run.watch(earlier.flatMap((other) => other.orderIds()));
      for (const other of earlier) for (const [day, orders] of other.days) days.set(day, orders);
    },
  };
  return run;
}

/** Returns when a receipt was created, and everything that its bill depends on. */
function amountsText(receipt: FakeGoodsReceipt): string {
  const { created, total, tax, discount, shippingFee, isTaxInclusive, items } = receipt;
  const lines = (items ?? []).map(
    ({ totalPrice, discountAmount, taxRate, taxAmount }) =>
      `${totalPrice} - ${discountAmount ?? 0} at ${Math.round((taxRate ?? 0) * 100)} % with tax ${taxAmount ?? 0}`,
  );
  const fields = Object.entries({ created, total, tax, discount, shippingFee, isTaxInclusive });
  return [
    ...fields.map(([name, value]) => `${name} ${value ?? 'missing'}`),
    `lines [${lines.join('; ')}]`,
  ].join(', ');
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
