import type { FakeOutlet } from 'outlet-open-api/testing';
import type { UseCase } from 'outlet-open-api/webhooks';

const pace = 250;

/** Staff of the fake restaurant, which does what an example waits for. */
export class Staff {
  readonly #shift = new AbortController();
  #fake: FakeOutlet | undefined;

  /** What happens without anybody asking: an order of the house, or a new menu. */
  beginShift(fake: FakeOutlet, useCase: UseCase): void {
    this.#fake = fake;
    if (useCase === 'inventory-management') this.#soon(() => fake.menus.publish());
    if (useCase === 'order-data') {
      const order = fake.orders.add({});
      this.#soon(() => fake.orders.complete(order.id));
    }
  }

  /** Cooks every order that comes in. */
  async notice({ method, url }: Request, response: Response): Promise<void> {
    if (method !== 'POST' || !new URL(url).pathname.endsWith('/orders') || response.status !== 201) return;
    const { id }: { id: string } = await response.json();
    this.#soon(() => this.#fake?.orders.inKitchen(id), 1);
    this.#soon(() => this.#fake?.orders.ready(id), 2);
    this.#soon(() => this.#fake?.orders.complete(id), 3);
  }

  endShift(): void {
    this.#shift.abort();
  }

  #soon(work: () => void, steps = 1): void {
    const timer = setTimeout(work, steps * pace);
    this.#shift.signal.addEventListener('abort', () => clearTimeout(timer));
  }
}
