import { NotFoundError } from 'outlet-open-api';
import { createOrderFeed, type OrderFeed } from 'outlet-open-api/sync';
import { parseWebhookEvent } from 'outlet-open-api/webhooks';
import { expect, vi } from 'vitest';
import { clientOf, scriptedService } from '../../scripted-service.js';

/** What happens to one step of an attempt: the lock, a fetch, `onOrder` or the release. */
export interface Step {
  /** Milliseconds. */
  readonly takes: number;
  readonly ends: 'well' | 'badly' | 'missing';
}

/** Something that happens some milliseconds after the start. */
export interface Happening {
  readonly at: number;
  readonly order: string;
  /** `change`: the order changes, and an event is sent; `again`: an event is sent again; `forged`: anybody sends an event. */
  readonly kind: 'change' | 'again' | 'forged';
  /** How long the event takes to arrive. */
  readonly delay: number;
  /** The `updatedAt` of the event, in milliseconds from its arrival; none if it is `NaN`. */
  readonly claim: number;
}

export interface Plan {
  readonly happenings: readonly Happening[];
  /** Taken in turn, over and over. */
  readonly steps: readonly Step[];
  readonly concurrency: number;
  readonly hasLock: boolean;
}

/** An order as one fetch returned it. `begun` is the number of the step at which the fetch began. */
interface Version {
  readonly id: string;
  readonly version: number;
  readonly begun: number;
}

/** An API, its webhooks, a lock and a feed, in fake time. It checks the laws of the feed while it runs. */
export class World {
  readonly #plan: Plan;
  readonly #feed: OrderFeed;
  readonly #versions = new Map<string, number>();
  /** The copy of each order that `onOrder` wrote last. */
  readonly #copies = new Map<string, Version>();
  /** When the last fetch of each order began. */
  readonly #lastFetches = new Map<string, number>();
  readonly #active = new Set<string>();
  readonly #locked = new Set<string>();
  readonly #outcomes: Promise<unknown>[] = [];
  readonly #violations: unknown[] = [];
  #clock = 0;
  #steps = 0;
  fetches = 0;
  events = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    const outlet = clientOf(scriptedService());
    Object.assign(outlet.orders, { get: (id: string) => ({ withResponse: () => this.#fetch(id) }) });
    const onOrder = (order: object, { readAt }: { readAt: Date }) => this.#write(order as Version, readAt);
    const lock = plan.hasLock ? (id: string) => this.#lock(id) : undefined;
    const onError = () => {};
    const { concurrency } = plan;
    this.#feed = createOrderFeed(outlet, { onOrder, onError, lock, concurrency });
  }

  /** Lets everything happen. */
  async run(): Promise<void> {
    for (const happening of this.#plan.happenings) setTimeout(() => this.#happen(happening), happening.at);
    await vi.runAllTimersAsync();
    await this.#feed.idle();
    await Promise.all(this.#outcomes);
    expect(this.#violations).toEqual([]);
    expect([this.#feed.pending, this.#active.size, this.#locked.size, vi.getTimerCount()]).toEqual([
      0, 0, 0, 0,
    ]);
  }

  #happen({ order: id, kind, delay, claim }: Happening): void {
    const version = (this.#versions.get(id) ?? 0) + (kind === 'change' ? 1 : 0);
    this.#versions.set(id, version);
    setTimeout(() => this.#notify(id, claim, kind === 'forged' ? 0 : version), delay);
  }

  #notify(id: string, claim: number, version: number): void {
    const arrived = this.#tick();
    const updatedAt = Number.isNaN(claim) ? undefined : new Date(Date.now() + claim).toISOString();
    this.events += 1;
    const outcome = this.#feed.notify(parseWebhookEvent({ event: 'order.inKitchen', id, updatedAt })).then(
      (outcome) => {
        this.#law(() => expect(this.#lastFetches.get(id)).toBeGreaterThan(arrived));
        if (outcome === 'not-found') return;
        const copy = this.#copies.get(id);
        this.#law(() => expect(outcome).toBe('handled'));
        this.#law(() => expect(copy?.version).toBeGreaterThanOrEqual(version));
        this.#law(() => expect(copy?.begun).toBeGreaterThan(arrived));
      },
      (error) => this.#law(() => expect([failure, missing]).toContain(error)),
    );
    this.#outcomes.push(outcome);
  }

  async #lock(id: string): Promise<() => Promise<void>> {
    await this.#step();
    this.#law(() => expect(this.#locked).not.toContain(id));
    this.#locked.add(id);
    return async () => {
      this.#locked.delete(id);
      await this.#step();
    };
  }

  /** A response says how the order was when its fetch began. */
  async #fetch(id: string): Promise<{ data: Version; meta: { sentAt: Date } }> {
    this.fetches += 1;
    const begun = this.#tick();
    this.#lastFetches.set(id, begun);
    const sentAt = new Date();
    const version = this.#versions.get(id) ?? expect.unreachable();
    this.#law(() => expect(this.#active).not.toContain(id));
    this.#law(() => expect(this.#active.size).toBeLessThan(this.#plan.concurrency));
    this.#law(() => expect(this.#locked.has(id)).toBe(this.#plan.hasLock));
    this.#active.add(id);
    try {
      await this.#step();
    } catch (error) {
      this.#active.delete(id);
      throw error;
    }
    return { data: { id, version, begun }, meta: { sentAt } };
  }

  async #write(order: Version, readAt: Date): Promise<void> {
    this.#law(() => expect(Number(readAt)).toBeLessThanOrEqual(Date.now()));
    this.#law(() => expect(this.#locked.has(order.id)).toBe(this.#plan.hasLock));
    try {
      await this.#step();
    } finally {
      this.#active.delete(order.id);
    }
    this.#law(() => expect(order.begun).toBeGreaterThan(this.#copies.get(order.id)?.begun ?? 0));
    this.#copies.set(order.id, order);
  }

  async #step(): Promise<void> {
    const { steps } = this.#plan;
    const { takes, ends } = steps[this.#steps % steps.length] ?? expect.unreachable();
    this.#steps += 1;
    await new Promise((resolve) => setTimeout(resolve, takes));
    if (ends !== 'well') throw ends === 'badly' ? failure : missing;
  }

  #tick(): number {
    this.#clock += 1;
    return this.#clock;
  }

  /** The feed would catch and retry what a callback throws, so violations are collected. */
  #law(check: () => void): void {
    try {
      check();
    } catch (violation) {
      this.#violations.push(violation);
    }
  }
}

const failure = new Error('It was to fail');

const response = { status: 404, code: 404, message: 'No', errors: [], headers: new Headers() };
const missing = new NotFoundError(
  {
    callId: 'r-1',
    method: 'GET',
    path: '/orders/{orderId}',
    idempotencyKey: undefined,
    attempts: 1,
    outcome: 'rejected',
  },
  {
    ...response,
    requestId: undefined,
    rateLimit: undefined,
    retryAfterSeconds: undefined,
    isTransient: false,
    hint: '',
  },
);
