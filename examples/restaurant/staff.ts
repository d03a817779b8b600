import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FakeOutlet } from 'outlet-open-api/testing';
import type { UseCase } from 'outlet-open-api/webhooks';
import { correctReceipts } from './correct-receipts.js';

const pace = 250;

/** The staff of the fake restaurant. It does what an example waits for. */
export class Staff {
  readonly #timers = new Set<NodeJS.Timeout>();
  /** The remaining steps of each order. */
  readonly #steps = new Map<string, (() => void)[]>();
  #fake: FakeOutlet | undefined;
  #hasCorrected = false;
  #hasEnded = false;

  /** Completes an order of the outlet or publishes a menu, as soon as the example receives webhooks. */
  async beginShift(fake: FakeOutlet, useCase: UseCase, webhookPort: number): Promise<void> {
    this.#fake = fake;
    await this.#untilListening(webhookPort);
    if (useCase === 'inventory-management') this.#soon(() => fake.menus.publish());
    if (useCase === 'order-data') {
      const order = fake.orders.add({ createdBy: 'digital-ordering' });
      this.#soon(() => fake.orders.complete(order.id));
    }
  }

  /** Begins with each new order, and takes the next step when the example has read the last one. */
  async notice({ method, url }: Request, response: Response): Promise<void> {
    const orders = this.#fake?.orders;
    const { pathname, searchParams } = new URL(url);
    if (method === 'POST' && pathname.endsWith('/orders') && response.status === 201) {
      const { id }: { id: string } = await response.json();
      // A retry returns the same order.
      if (this.#steps.has(id)) return;
      this.#steps.set(id, [() => orders?.inKitchen(id), () => orders?.ready(id), () => orders?.complete(id)]);
      this.#next(id);
    }
    if (method === 'GET') this.#next(pathname.split('/').at(-1) ?? '');
    if (pathname.endsWith('/goods-receipts') && !this.#hasCorrected) {
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

  /** Corrects the goods receipts after the example has listed all of them. */
  #correct(): void {
    this.#hasCorrected = true;
    if (this.#fake) correctReceipts(this.#fake);
  }

  /** A hostile fake gives up before a slow machine has started the example. Some examples never listen. */
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
    const step = this.#steps.get(orderId)?.shift();
    if (step) this.#soon(step);
  }

  #soon(work: () => void): void {
    if (!this.#hasEnded) this.#timers.add(setTimeout(work, pace));
  }
}
