import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FakeOutlet } from 'outlet-open-api/testing';
import { correctReceipts } from './correct-receipts.js';
import type { Example } from './examples.js';

const pace = 250;

/** What the staff does with a new order of an ordering platform: completes it, cancels it, or ignores it. */
export type StaffPlan = 'complete' | 'cancel' | 'ignore';

/** The staff of the fake restaurant. It does what an example waits for. */
export class Staff {
  readonly #plan: StaffPlan;
  readonly #timers = new Set<NodeJS.Timeout>();
  /** The remaining steps of each order. The first one is in a timer if the order is in `#busy`. */
  readonly #steps = new Map<string, (() => void)[]>();
  readonly #busy = new Set<string>();
  #fake: FakeOutlet | undefined;
  #hasCorrected = false;
  #hasEnded = false;

  constructor(plan: StaffPlan = 'complete') {
    this.#plan = plan;
  }

  /** Changes the restaurant as soon as the example receives webhooks. */
  async beginShift(
    fake: FakeOutlet,
    { useCase, hasMissingOrder, runs }: Example,
    port: number,
  ): Promise<void> {
    this.#fake = fake;
    // Only an example that runs again sees the corrections.
    this.#hasCorrected = runs === undefined;
    await this.#untilListening(port);
    if (useCase === 'reservations') this.#soon(() => fake.channels.publish());
    if (useCase === 'inventory-management') this.#soon(() => fake.menus.publish());
    if (useCase === 'inventory-management' || useCase === 'order-data') {
      const items = [{ menuItemId: fake.menus.all()[0]?.id ?? '', quantity: 2 }];
      const { id } = fake.orders.add({ createdBy: 'digital-ordering', items });
      this.#soon(() => fake.orders.complete(id));
      this.#soon(() => fake.orders.cancel(id), 4 * pace);
      if (hasMissingOrder) {
        const missing = fake.orders.add({ createdBy: 'digital-ordering', items, partnerAggregated: true });
        this.#soon(() => fake.orders.complete(missing.id));
      }
    }
  }

  /** Begins with each new order, and takes the next step when the example has read the result of the last one. */
  async notice({ method, url }: Request, response: Response): Promise<void> {
    const { pathname, searchParams } = new URL(url);
    const lastSegment = pathname.split('/').at(-1) ?? '';
    if (method === 'POST' && lastSegment === 'orders' && response.status === 201) {
      const { id }: { id: string } = await response.json();
      // A retry returns the same order.
      if (!this.#steps.has(id)) this.#begin(id);
    }
    if (method === 'GET' && this.#steps.has(lastSegment) && response.ok) {
      const { status }: { status?: string } = await response.json();
      if (status === this.#fake?.orders.get(lastSegment)?.status) this.#next(lastSegment);
    }
    if (lastSegment === 'goods-receipts' && !this.#hasCorrected) {
      const { next }: { next?: string | null } = await response.json();
      // A poll lists its range in windows. The last window ends now.
      const isLastWindow = Date.parse(searchParams.get('to') ?? '') > Date.now() - 60_000;
      if (!next && isLastWindow) this.#correct();
    }
  }

  endShift(): void {
    this.#hasEnded = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #begin(id: string): void {
    const orders = this.#fake?.orders;
    const plans: Record<StaffPlan, (() => void)[]> = {
      complete: [() => orders?.inKitchen(id), () => orders?.ready(id), () => orders?.complete(id)],
      cancel: [() => orders?.inKitchen(id), () => orders?.cancel(id)],
      ignore: [],
    };
    this.#steps.set(id, plans[this.#plan]);
    this.#next(id);
  }

  /** Corrects the goods receipts after the example has listed all of them. */
  #correct(): void {
    this.#hasCorrected = true;
    if (this.#fake) correctReceipts(this.#fake);
  }

  /** A hostile fake stops retrying before a slow machine has started the example. Some examples never listen. */
  async #untilListening(port: number): Promise<void> {
    while (!this.#hasEnded) {
      const socket = connect(port, '127.0.0.1');
      try {
        await once(socket, 'connect');
        return;
      } catch {
        await delay(50);
      } finally {
        socket.destroy();
      }
    }
  }

  #next(orderId: string): void {
    const [step] = this.#steps.get(orderId) ?? [];
    if (!step || this.#busy.has(orderId)) return;
    this.#busy.add(orderId);
    this.#soon(() => {
      this.#busy.delete(orderId);
      this.#steps.get(orderId)?.shift();
      step();
    });
  }

  #soon(work: () => void, wait = pace): void {
    if (!this.#hasEnded) this.#timers.add(setTimeout(work, wait));
  }
}
