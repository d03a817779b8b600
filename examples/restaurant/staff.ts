import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FakeOutlet } from 'outlet-open-api/testing';
import type { Example } from './examples.js';

const pace = 250;
/** An example can read each status before the next one. */
const autopilotInterval = 1_000;

/** The staff of the fake restaurant. It does what an example waits for. */
export class Staff {
  readonly #timers = new Set<NodeJS.Timeout>();
  #fake: FakeOutlet | undefined;
  #hasEnded = false;

  /** Works on new orders, and changes the restaurant as soon as the example receives webhooks. */
  async beginShift(fake: FakeOutlet, { useCase }: Example, port: number): Promise<void> {
    this.#fake = fake;
    if (useCase === 'digital-ordering') fake.autopilot.start({ interval: autopilotInterval, cancelShare: 0 });
    await this.#untilListening(port);
    if (useCase === 'reservations') this.#soon(() => fake.channels.publish());
    if (useCase === 'inventory-management') this.#soon(() => fake.menus.publish());
    if (useCase === 'inventory-management' || useCase === 'order-data') {
      const items = [{ menuItemId: fake.menus.all()[0]?.id ?? '', quantity: 2 }];
      const { id } = fake.orders.add({ createdBy: 'digital-ordering', items });
      this.#soon(() => fake.orders.complete(id));
      this.#soon(() => fake.orders.cancel(id), 4 * pace);
    }
  }

  endShift(): void {
    this.#hasEnded = true;
    this.#fake?.autopilot.stop();
    for (const timer of this.#timers) clearTimeout(timer);
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

  #soon(work: () => void, wait = pace): void {
    if (!this.#hasEnded) this.#timers.add(setTimeout(work, wait));
  }
}
