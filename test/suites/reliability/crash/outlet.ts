import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { type Served, serve } from '../../../../examples/restaurant/serve.js';
import { createRandom } from '../../../../src/random.js';
import type { RunPlan } from './plan.js';
import type { Delivered } from './program/journal.js';
import type { Task } from './program/output-lines.js';

const day = 24 * 60 * 60 * 1_000;

/** A fake outlet on a loopback port, whose records change. */
export class Outlet {
  readonly id: string;
  readonly url: string;
  readonly token: string;
  /** The range of the backfill: ISO 8601. */
  readonly from: string;
  readonly to = new Date().toISOString();
  /** The orders that a backfill has to deliver. */
  readonly orders: readonly Delivered[];
  readonly close: () => Promise<void>;
  readonly #fake: FakeOutlet;
  readonly #random;

  private constructor(id: string, fake: FakeOutlet, { seed, days }: RunPlan, { url, close }: Served) {
    this.id = id;
    this.#fake = fake;
    this.#random = createRandom(seed);
    this.url = url;
    this.close = close;
    this.from = new Date(Date.now() - days * day).toISOString();
    this.token = fake.key('order-data').token;
    this.orders = fake.orders.all().filter((order) => this.#isInRange(order));
    // Open orders are not listed. They can complete later.
    for (let guests = 0; guests < 20; guests += 1) fake.orders.add({ guestCount: 2 });
  }

  /** @param onRequest - called before each response */
  static async open(id: string, plan: RunPlan, onRequest: (task: Task) => void): Promise<Outlet> {
    const { seed, sparsePages, bounds } = plan;
    const fake = createFakeOutlet({ seed, sparsePages, bounds, rateLimit: false });
    const served = await serve((request) => {
      onRequest(request.url.includes('goods-receipts') ? 'poll' : 'backfill');
      return fake.fetch(request);
    });
    return new Outlet(id, fake, plan, served);
  }

  /** The goods receipts in the range of the polls. */
  get receipts() {
    return this.#fake.goodsReceipts.all().filter((receipt) => this.#isInRange(receipt));
  }

  /** Changes records. No webhook announces it. */
  letHappen(count: number): void {
    for (let time = 0; time < count; time += 1) {
      const happen = this.#random.pick([
        () => this.#completeReceipt(),
        () => this.#cancelReceipt(),
        () => this.#addReceipt(),
        () => this.#completeOrder(),
      ]);
      happen();
    }
  }

  /** Adds goods receipts, so that the next poll finds something. */
  letArrive(count: number): void {
    for (let time = 0; time < count; time += 1) this.#addReceipt();
  }

  #completeReceipt(): void {
    const { goodsReceipts } = this.#fake;
    const pending = this.receipts.filter(({ status }) => ['draft', 'partiallyReceived'].includes(status));
    if (pending.length > 0) goodsReceipts.complete(this.#random.pick(pending).id);
  }

  #cancelReceipt(): void {
    const { goodsReceipts } = this.#fake;
    const completed = this.receipts.filter(({ status }) => status === 'completed');
    if (completed.length > 0) goodsReceipts.cancel(this.#random.pick(completed).id);
  }

  #addReceipt(): void {
    this.#fake.goodsReceipts.add({
      status: this.#random.pick(['completed', 'draft', 'partiallyReceived']),
      items: [{ quantity: 1, totalPrice: this.#random.integer(100, 9_999) / 100, taxRate: 0.2 }],
    });
  }

  #completeOrder(): void {
    const { orders } = this.#fake;
    const open = orders.all().filter(({ status }) => status === 'open');
    if (open.length > 0) orders.complete(this.#random.pick(open).id);
  }

  #isInRange({ created }: { readonly created: string }): boolean {
    return created >= this.from;
  }
}
