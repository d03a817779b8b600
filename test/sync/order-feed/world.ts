import { NotFoundError } from 'outlet-open-api';
import { createOrderFeed, type OrderFeed } from 'outlet-open-api/sync';
import { parseWebhookEvent } from 'outlet-open-api/webhooks';
import { expect, vi } from 'vitest';

/** What happens to one fetch, or to one run of `onOrder`. */
export interface Turn {
  /** Milliseconds. */
  readonly takes: number;
  readonly ends: 'well' | 'badly' | 'missing';
}

/** What comes about some milliseconds after the beginning. */
export interface Happening {
  readonly at: number;
  readonly order: string;
  /**
   * `change`: the order changes, and an event says so; `again`: the last one is sent again; `undated`: one that has no time;
   * `forged`: one that the service knows nothing of.
   */
  readonly kind: 'change' | 'again' | 'undated' | 'forged';
  /** How long the event is on its way. */
  readonly delay: number;
  /** What a forged one claims: so many milliseconds from when it comes, or no instant. */
  readonly claim: number;
}

export interface Plan {
  readonly happenings: readonly Happening[];
  /** Taken in turn, over and over. */
  readonly fetches: readonly Turn[];
  readonly runs: readonly Turn[];
  readonly concurrency: number;
  /** How far the clock of this machine is ahead of the service's, in milliseconds. */
  readonly skew: number;
  /** Whether orders say when they changed. */
  readonly carriesTime: boolean;
}

/** An order as the service has it. */
interface Version {
  readonly id: string;
  readonly version: number;
  readonly updatedAt: string;
}

/** An order as one fetch gave it. */
interface Fetched extends Version {
  /** When the fetch began, as a number of steps. */
  readonly begun: number;
}

/** Service, webhooks and feed, in faked time. It holds what the feed does against the laws, all the while. */
export class World {
  readonly #plan: Plan;
  readonly #feed: OrderFeed;
  readonly #orders = new Map<string, Version>();
  /** What `onOrder` has dealt with last, of each order. */
  readonly #handled = new Map<string, Fetched>();
  readonly #newestClaims = new Map<string, number>();
  readonly #active: string[] = [];
  readonly #outcomes: Promise<unknown>[] = [];
  readonly #violations: unknown[] = [];
  #steps = 0;
  #runs = 0;
  fetches = 0;
  events = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    const get = (id: string) => this.#fetch(id);
    const onOrder = (order: object) => this.#deal(order as Fetched);
    this.#feed = createOrderFeed({ orders: { get } }, { onOrder, concurrency: plan.concurrency });
  }

  /** Lets everything happen, to the end. */
  async run(): Promise<void> {
    for (const happening of this.#plan.happenings) setTimeout(() => this.#happen(happening), happening.at);
    await vi.runAllTimersAsync();
    await this.#feed.idle();
    await Promise.all(this.#outcomes);
    expect(this.#violations).toEqual([]);
    expect([this.#feed.pending, this.#active.length, vi.getTimerCount()]).toEqual([0, 0, 0]);
  }

  #happen({ order: id, kind, delay, claim }: Happening): void {
    const before = this.#orders.get(id) ?? { id, version: 0, updatedAt: this.#serviceTime() };
    const isChange = kind === 'change';
    const order = isChange ? { id, version: before.version + 1, updatedAt: this.#serviceTime() } : before;
    this.#orders.set(id, order);
    setTimeout(() => {
      if (kind === 'forged') this.#notify(id, claimed(claim), 0);
      else this.#notify(id, kind === 'undated' ? undefined : order.updatedAt, order.version);
    }, delay);
  }

  #notify(id: string, updatedAt: string | undefined, version: number): void {
    const came = this.#step();
    const time = Date.parse(updatedAt ?? '');
    const newestClaim = this.#newestClaims.get(id) ?? Number.NEGATIVE_INFINITY;
    if (time > newestClaim) this.#newestClaims.set(id, time);
    const isNews = !(time < newestClaim);
    this.events += 1;
    const outcome = this.#feed.notify(parseWebhookEvent({ event: 'order.inKitchen', id, updatedAt })).then(
      (outcome) => {
        if (outcome === 'gone') return;
        const handled = this.#handled.get(id);
        // The version that an event tells of has been dealt with; for one that nobody has outdone, after it came.
        this.#law(() => expect(handled?.version).toBeGreaterThanOrEqual(version));
        if (isNews)
          this.#law(() => expect([outcome, Number(handled?.begun) > came]).toEqual(['handled', true]));
      },
      (error) => this.#law(() => expect(error).toBe(failure)),
    );
    this.#outcomes.push(outcome);
  }

  /** An answer says how the order was when its fetch began. */
  async #fetch(id: string): Promise<Fetched> {
    const { carriesTime, concurrency, fetches } = this.#plan;
    const { takes, ends } = turnOf(fetches, this.fetches);
    this.fetches += 1;
    const begun = this.#step();
    const order = this.#orders.get(id) ?? expect.unreachable();
    this.#law(() => expect(this.#active).not.toContain(id));
    this.#law(() => expect(this.#active.length).toBeLessThan(concurrency));
    this.#active.push(id);
    await passed(takes);
    if (ends === 'well') return { ...order, begun, updatedAt: carriesTime ? order.updatedAt : '' };
    this.#leave(id);
    throw ends === 'badly' ? failure : missing;
  }

  async #deal(order: Fetched): Promise<void> {
    const { takes, ends } = turnOf(this.#plan.runs, this.#runs);
    this.#runs += 1;
    await passed(takes);
    this.#leave(order.id);
    if (ends !== 'well') throw failure;
    this.#law(() => expect(order.begun).toBeGreaterThan(this.#handled.get(order.id)?.begun ?? 0));
    this.#handled.set(order.id, order);
  }

  #leave(id: string): void {
    this.#active.splice(this.#active.indexOf(id), 1);
  }

  #step(): number {
    this.#steps += 1;
    return this.#steps;
  }

  /** A feed would take what is thrown for a failure, and try again. */
  #law(hold: () => void): void {
    try {
      hold();
    } catch (violation) {
      this.#violations.push(violation);
    }
  }

  #serviceTime(): string {
    return new Date(Date.now() - this.#plan.skew).toISOString();
  }
}

const failure = new Error('It was to fail');

const answer = { status: 404, code: 404, message: 'No', errors: [], headers: new Headers() };
const missing = new NotFoundError(
  { method: 'GET', path: '/orders/{orderId}', idempotencyKey: undefined, attempts: 1, outcome: 'rejected' },
  { ...answer, rateLimit: undefined, retryAfterSeconds: undefined, isTransient: false, hint: '' },
);

function turnOf(turns: readonly Turn[], index: number): Turn {
  return turns[index % turns.length] ?? expect.unreachable();
}

function passed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function claimed(claim: number): string {
  return Number.isNaN(claim) ? 'soon' : new Date(Date.now() + claim).toISOString();
}
