import { NotFoundError, type OutletClient } from 'outlet-open-api';
import { createOrderFeed, type OrderFeed, type OrderFeedInfo } from 'outlet-open-api/sync';
import { parseWebhookEvent } from 'outlet-open-api/webhooks';
import { expect, vi } from 'vitest';
import { clientOf, scriptedService } from '../../../support/services/scripted-service.js';

/** What happens to one step of an attempt: `now`, a fetch or `onOrder`. */
export interface Step {
  /** Milliseconds. */
  readonly takes: number;
  readonly ends: 'well' | 'badly' | 'missing';
}

/** Something that happens some milliseconds after the start. */
export interface Happening {
  readonly at: number;
  /** The API key. Orders of two keys can have the same ID. */
  readonly keyRef: string;
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
  readonly concurrencyPerKey: number;
  /** Whether `now` asks another machine. */
  readonly hasSlowClock: boolean;
}

/** An order as one fetch returned it. `begun` is the number of the step at which the fetch began. */
interface Version {
  /** Its key and ID. */
  readonly name: string;
  readonly version: number;
  readonly begun: number;
  readonly readAt?: Date;
}

/** An API, its webhooks and a feed, in fake time. It checks the laws of the feed while it runs. */
export class World {
  readonly #plan: Plan;
  readonly #feed: OrderFeed;
  readonly #versions = new Map<string, number>();
  /** The copy of each order that `onOrder` wrote last. */
  readonly #copies = new Map<string, Version>();
  /** When the last fetch of each order began. */
  readonly #lastFetches = new Map<string, number>();
  /** The orders that are fetched or handled. */
  readonly #active = new Set<string>();
  readonly #outcomes: Promise<unknown>[] = [];
  readonly #violations: unknown[] = [];
  #clock = 0;
  #steps = 0;
  fetches = 0;
  events = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    const onOrder = (order: object, { readAt }: OrderFeedInfo) => this.#write(order as Version, readAt);
    const now = plan.hasSlowClock ? () => this.#now() : undefined;
    const { concurrency, concurrencyPerKey } = plan;
    this.#feed = createOrderFeed({ onOrder, onError: () => {}, now, concurrency, concurrencyPerKey });
  }

  #clientOf(keyRef: string): OutletClient {
    const outlet = clientOf(scriptedService());
    Object.assign(outlet.orders, { get: (id: string) => this.#fetch(`${keyRef}/${id}`) });
    return outlet;
  }

  /** Lets everything happen. */
  async run(): Promise<void> {
    for (const happening of this.#plan.happenings) setTimeout(() => this.#happen(happening), happening.at);
    await vi.runAllTimersAsync();
    await this.#feed.idle();
    await Promise.all(this.#outcomes);
    expect(this.#violations).toEqual([]);
    expect([this.#feed.pending, this.#active.size, vi.getTimerCount()]).toEqual([0, 0, 0]);
  }

  #happen({ keyRef, order: id, kind, delay, claim }: Happening): void {
    const name = `${keyRef}/${id}`;
    const version = (this.#versions.get(name) ?? 0) + (kind === 'change' ? 1 : 0);
    this.#versions.set(name, version);
    setTimeout(() => this.#notify(keyRef, id, claim, kind === 'forged' ? 0 : version), delay);
  }

  #notify(keyRef: string, id: string, claim: number, version: number): void {
    const name = `${keyRef}/${id}`;
    const arrivedAt = new Date();
    const arrived = this.#tick();
    const updatedAt = Number.isNaN(claim) ? undefined : new Date(Date.now() + claim).toISOString();
    this.events += 1;
    const event = parseWebhookEvent({ event: 'order.inKitchen', id, updatedAt });
    const outcome = this.#feed
      .receive(event, { outlet: this.#clientOf(keyRef), keyRef, outletRef: keyRef })
      .then(
        (outcome) => {
          this.#law(() => expect(this.#lastFetches.get(name)).toBeGreaterThan(arrived));
          if (outcome === 'not-found') return;
          const copy = this.#copies.get(name);
          this.#law(() => expect(outcome).toBe('handled'));
          this.#law(() => expect(copy?.version).toBeGreaterThanOrEqual(version));
          this.#law(() => expect(copy?.begun).toBeGreaterThan(arrived));
          this.#law(() => expect(Number(copy?.readAt)).toBeGreaterThanOrEqual(Number(arrivedAt)));
        },
        (error) => this.#law(() => expect([failure, missing]).toContain(error)),
      );
    this.#outcomes.push(outcome);
  }

  /** The time of another machine: when the request arrives there. */
  async #now(): Promise<Date> {
    const time = new Date();
    await this.#step();
    return time;
  }

  /** A response says how the order was when its fetch began. */
  async #fetch(name: string): Promise<Version> {
    this.fetches += 1;
    const begun = this.#tick();
    this.#lastFetches.set(name, begun);
    const version = this.#versions.get(name) ?? expect.unreachable();
    const ofKey = [...this.#active].filter((other) => other[0] === name[0]);
    this.#law(() => expect(this.#active).not.toContain(name));
    this.#law(() => expect(this.#active.size).toBeLessThan(this.#plan.concurrency));
    this.#law(() => expect(ofKey.length).toBeLessThan(this.#plan.concurrencyPerKey));
    this.#active.add(name);
    try {
      await this.#step();
    } catch (error) {
      this.#active.delete(name);
      throw error;
    }
    return { name, version, begun };
  }

  async #write(order: Version, readAt: Date): Promise<void> {
    this.#law(() => expect(Number(readAt)).toBeLessThanOrEqual(Date.now()));
    try {
      await this.#step();
    } finally {
      this.#active.delete(order.name);
    }
    const copy = this.#copies.get(order.name);
    this.#law(() => expect(order.begun).toBeGreaterThan(copy?.begun ?? 0));
    this.#copies.set(order.name, { ...order, readAt });
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
    isKeyPassed: false,
    isTransient: false,
  },
  {
    ...response,
    requestId: undefined,
    idempotentReplay: false,
    isForeign: false,
    rateLimit: undefined,
    retryAfterSeconds: undefined,
    hint: '',
  },
);
