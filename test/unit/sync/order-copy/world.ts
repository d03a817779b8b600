import { isDeepStrictEqual } from 'node:util';
import { type Order, OutletClient } from 'outlet-open-api';
import {
  createMemoryOrderStore,
  createOrderCopy,
  type MemoryTransaction,
  type OrderChange,
  type OrderCopy,
  type OrderStore,
  type SyncRun,
} from 'outlet-open-api/sync';
import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { createTestEvent, parseWebhookEvent } from 'outlet-open-api/webhooks';
import { expect } from 'vitest';
import { fullPages } from '../../../support/services/hostile-mode.js';

export const hour = 3_600_000;
export const day = 24 * hour;

/** How likely each mishap is, from 0 to 1. */
export interface Mishaps {
  readonly lostEvent: number;
  readonly failingCallback: number;
  readonly kill: number;
}

export const noMishaps: Mishaps = { lostEvent: 0, failingCallback: 0, kill: 0 };

/** One of two outlets with equal order IDs. Each has two keys. */
interface Place {
  readonly outletRef: string;
  readonly fake: FakeOutlet;
  readonly clients: readonly OutletClient[];
}

/** Two outlets, a database, and a process that keeps the copy and is killed now and then. It checks each committed change. */
export class World {
  mishaps = noMishaps;
  /** The order whose callback always fails. */
  poisoned: string | undefined;
  readonly places: readonly Place[];
  /** What `onChange` has added for each order, in cents. */
  readonly sums = new Map<string, number>();
  readonly #dice: () => number;
  readonly #store: OrderStore<MemoryTransaction>;
  readonly #lastChanges = new Map<string, Order>();
  /** Changes that were no changes, or did not start at the committed order. */
  readonly #violations: unknown[] = [];
  readonly #running = new Set<Promise<unknown>>();
  /** How far the clock of the store is ahead. Milliseconds. */
  #ahead = 0;
  #process: { isDead: boolean; copy: OrderCopy } | undefined;

  constructor(seed: number) {
    let state = seed + 1;
    // The generator of Park and Miller: the same seed rolls the same dice.
    this.#dice = () => {
      state = (state * 48_271) % 2_147_483_647;
      return (state % 10_000) / 10_000;
    };
    this.#store = createMemoryOrderStore({ now: () => new Date(Date.now() + this.#ahead) });
    const first = createFakeOutlet({ hostile: true, seed, empty: true, rateLimit: false, ...fullPages });
    const fakes = [first, first.addOutlet({ empty: true })];
    this.places = fakes.map((fake, index) => ({
      outletRef: `outlet-${index}`,
      fake,
      clients: [fake.key('order-data'), fake.keys.create({ useCase: 'order-data' })].map(({ token }) =>
        this.#clientOf(fake, token),
      ),
    }));
  }

  readonly #lags = () => [this.pick([0, 0, 1, 20, 200]), this.pick([0, 0, 1, 20, 200])];

  chance(share: number): boolean {
    return this.#dice() < share;
  }

  pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.#dice() * values.length)];
    if (value === undefined) throw new Error('There is nothing to pick.');
    return value;
  }

  /** The running process. A dead one is replaced. */
  get copy(): OrderCopy {
    if (!this.#process || this.#process.isDead) this.#process = this.#start();
    return this.#process.copy;
  }

  jump(milliseconds: number): void {
    this.#ahead += milliseconds;
  }

  /** Somebody sets the clock of the store. A run lists nothing that is newer than that clock. */
  setClock(): void {
    this.#ahead = 0;
  }

  /** Sends an event about an order to both keys, each of which can lose or repeat it. Deliveries that fail are repeated. */
  announce(place: Place, orderId: string): void {
    for (const [index, outlet] of place.clients.entries()) {
      const times = this.chance(this.mishaps.lostEvent) ? 0 : this.pick([1, 1, 2]);
      for (let delivery = 0; delivery < times; delivery += 1)
        this.#follow(this.#deliver(place, `${place.outletRef}-key-${index}`, outlet, orderId));
    }
  }

  /** Runs a job until it succeeds, in as many processes as it takes. */
  async untilDone(job: (copy: OrderCopy) => Promise<unknown>): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      if (attempt > 60) this.mishaps = noMishaps;
      const error: unknown = await job(this.copy).then(
        () => undefined,
        (failure: unknown) => failure ?? new Error('unknown'),
      );
      if (error === undefined) return;
      await sleep(1_500);
      if (attempt === 99) throw error;
    }
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /**
   * Compares the copy of an outlet with what the API returns, and the sums with the copy.
   * @param afterNight - whether a run has looked for what has no event, such as a reopening
   */
  async expectRight(place: Place, afterNight = true): Promise<void> {
    expect(this.#violations).toEqual([]);
    const { outletRef, fake } = place;
    for (const { id, status } of fake.orders.all()) {
      const found = await this.copy.get(outletRef, id);
      const isEnded = status === 'complete' || status === 'cancelled';
      const isHeardOf = afterNight || (isEnded && !id.startsWith('past'));
      if (!isHeardOf) continue;
      const expected = await this.#current(place, id);
      // The API can hide the orders of partners. An open order that never had an event is in no list.
      if (expected === undefined) continue;
      if (!found && !isEnded) continue;
      const name = nameOf(outletRef, id);
      expect({ [name]: found }).toEqual({ [name]: expected });
      expect({ [name]: this.sums.get(name) }).toEqual({ [name]: cents(found) });
    }
  }

  async #current({ clients: [outlet] }: Place, orderId: string): Promise<unknown> {
    const order = await outlet?.orders.get(orderId).catch(async () => {
      const range = { from: new Date(Date.now() - 400 * day), to: new Date(Date.now() + day) };
      return (await outlet.orders.list(range).toArray()).find(({ id }) => id === orderId);
    });
    return cleaned(order);
  }

  async #deliver(place: Place, keyRef: string, outlet: OutletClient, orderId: string): Promise<void> {
    const { outletRef } = place;
    const event = parseWebhookEvent(createTestEvent('order.complete', { id: orderId }));
    await sleep(this.pick([0, 1, 30]));
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const isHandled = await this.copy.receive(event, { outlet, keyRef, outletRef }).then(
        () => true,
        () => false,
      );
      if (isHandled) return;
      await sleep(2_000);
    }
  }

  #follow(work: Promise<unknown>): void {
    this.#running.add(work);
    work.finally(() => this.#running.delete(work)).catch(() => {});
  }

  /** Returns a client to which the API responds at once, but each response takes `lag` milliseconds. */
  lagging({ fake }: Place, lag: number): OutletClient {
    return this.#clientOf(fake, fake.key('order-data').token, () => [0, lag]);
  }

  refresh(place: Place, orderId: string, lag: number): Promise<unknown> {
    const { outletRef } = place;
    return this.copy.refresh(orderId, { outlet: this.lagging(place, lag), outletRef, keyRef: `lag-${lag}` });
  }

  #clientOf(fake: FakeOutlet, accessToken: string, lags = this.#lags): OutletClient {
    const slow: typeof fetch = async (...request) => {
      const [before = 0, after = 0] = lags();
      await sleep(before);
      const response = await fake.fetch(...request);
      await sleep(after);
      return response;
    };
    return new OutletClient({
      baseUrl: fake.baseUrl,
      accessToken,
      fetch: slow,
      rateLimit: false,
      maxRetries: 0,
      logLevel: 'off',
      nextField: 'next',
    });
  }

  /** Starts a process. It can die before and after each call of the store. What it had begun then does nothing more. */
  #start() {
    const process = { isDead: false };
    const step = () => {
      if (process.isDead || !this.chance(this.mishaps.kill)) return;
      process.isDead = true;
    };
    const mortal = <Arguments extends unknown[], T>(call: (...input: Arguments) => T | Promise<T>) => {
      const rejectIfDead = () => {
        step();
        if (process.isDead) throw new Error('The process is dead.');
      };
      return async (...input: Arguments): Promise<T> => {
        rejectIfDead();
        const result = await call(...input);
        rejectIfDead();
        return result;
      };
    };
    const { checkpoints, unlisted, ...store } = this.#store;
    const runs = new WeakMap<SyncRun, SyncRun>();
    const mortalStore: OrderStore<MemoryTransaction> = {
      unlisted,
      now: mortal(store.now),
      transaction: <T>(work: (tx: MemoryTransaction) => Promise<T>) =>
        mortal(() =>
          store.transaction(async (tx) => {
            const result = await work(tx);
            if (process.isDead) throw new Error('The process is dead.');
            return result;
          }),
        )(),
      lock: mortal(store.lock),
      write: mortal(store.write),
      markCurrent: mortal(store.markCurrent),
      read: store.read,
      checkpoints: {
        ...checkpoints,
        load: mortal(checkpoints.load),
        acquire: async (request) => {
          const run = await mortal(checkpoints.acquire)(request);
          if (!run) return undefined;
          const mortalRun = {
            save: mortal(run.save),
            renew: mortal(run.renew),
            release: mortal(run.release),
          };
          runs.set(mortalRun, run);
          return mortalRun;
        },
        with: (tx) => ({
          save: mortal((run, checkpoint) => checkpoints.with(tx).save(runs.get(run) ?? run, checkpoint)),
        }),
      },
    };
    const copy = createOrderCopy({
      store: mortalStore,
      logger: { warn() {}, error() {} },
      onChange: (tx, change) => this.#onChange(tx, change),
    });
    return Object.assign(process, { copy });
  }

  async #onChange(tx: MemoryTransaction, { outletRef, before, order }: OrderChange): Promise<void> {
    const name = nameOf(outletRef, order.id);
    await sleep(this.pick([0, 0, 5]));
    if (name === this.poisoned || this.chance(this.mishaps.failingCallback))
      throw new Error('The callback failed.');
    const difference = cents(order) - cents(before);
    tx.onCommit(() => {
      const last = this.#lastChanges.get(name);
      if (!this.places.some((place) => place.outletRef === outletRef)) this.#violations.push({ outletRef });
      if (!isDeepStrictEqual(before, last)) this.#violations.push({ name, before, last });
      if (isDeepStrictEqual(before, order)) this.#violations.push({ name, unchanged: order });
      this.#lastChanges.set(name, order);
      this.sums.set(name, (this.sums.get(name) ?? 0) + difference);
    });
  }
}

export function nameOf(outletRef: string, orderId: string): string {
  return `${outletRef}/${orderId}`;
}

function cents(order: Order | undefined): number {
  if (order?.status !== 'complete') return 0;
  return (order.payments ?? []).reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0);
}

/** Returns a value as a copy stores it. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [cleaned(name), cleaned(part)]));
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
