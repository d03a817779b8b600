import type { Order } from 'outlet-open-api';
import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { createRandom } from '../../../../src/random.js';
import type { RunPlan } from './plan.js';

const day = 24 * 60 * 60 * 1_000;

/** A range of three windows, long before everything that the operations of a run create. */
export const past = { from: new Date('2024-01-10T00:00:00Z'), to: new Date('2024-03-20T00:00:00Z') };

export const channelId = 'partner-1';
export const tableId = 'table-1';
export const menuItemId = 'soup';

/** The outlet of one run, and the data that its operations use. */
export class Stock {
  readonly outlet: FakeOutlet;
  readonly token: string;
  /** The URLs of all photos that the service fetched: one for each base menu that it created. */
  readonly photos: string[] = [];

  constructor({ seed, isLimited, sparsePages, concurrentDuplicate }: RunPlan) {
    this.outlet = createFakeOutlet({
      seed,
      empty: true,
      sparsePages,
      concurrentDuplicate,
      rateLimit: isLimited && { requests: 25, interval: 1_000 },
      photos: (url) => this.#fetchPhoto(url),
    });
    this.token = this.outlet.key('reservations').token;
    this.outlet.channels.add({ id: channelId, type: 'partner' }, { id: tableId, type: 'dine-in' });
    this.outlet.channels.publish();
    this.outlet.menus.add({ id: menuItemId, name: 'Soup', price: 7.5, options: [] });
    this.outlet.menus.publish();
    this.#addPast(seed);
  }

  /** Adds an order that the key of the run may change, for one operation only. */
  add(order: Partial<Order>): Order {
    return this.outlet.orders.add({ ...order, createdBy: 'reservations' });
  }

  /** The response of the service without a fault. */
  async ask(path: string): Promise<unknown> {
    const { baseUrl, fetch, clock } = this.outlet;
    // Moves to a window of the rate limit that nobody has used.
    clock.advance(1_000);
    const authorization = `Bearer ${this.token}`;
    const response = await fetch(`${baseUrl}/api/v1${path}`, { headers: { authorization } });
    return response.json();
  }

  #addPast(seed: number): void {
    const random = createRandom(seed);
    const someTime = () => new Date(random.integer(past.from.getTime() - day, past.to.getTime() + day));
    for (let count = 0; count < 50; count += 1) {
      this.outlet.orders.add({ status: random.pick(['complete', 'cancelled']), created: someTime() });
      this.outlet.goodsReceipts.add({ created: someTime() });
    }
  }

  /** Takes some time, so that a request can be repeated while its first attempt is in flight. */
  async #fetchPhoto(url: string) {
    this.photos.push(url);
    await new Promise((resolve) => setTimeout(resolve, 40));
    return { type: 'image/png', bytes: 1_000 };
  }
}
