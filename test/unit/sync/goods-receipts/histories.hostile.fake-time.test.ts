import fc from 'fast-check';
import type { GoodsReceipt } from 'outlet-open-api';
import { createMemoryCheckpointStore, pollGoodsReceipts } from 'outlet-open-api/sync';
import { beforeEach, expect, test, vi } from 'vitest';
import { runs } from '../../../support/runs.js';
import { hashAtOnce } from '../../../support/time/hash-at-once.js';
import { day, named, quickOutlet, savingThrough } from '../quick-outlet.js';
import { changePages } from './change-pages.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') });
  // Otherwise, thousands of hashes share a thread pool with the files of other tests, and wait for a slow disk.
  hashAtOnce();
});

/**
 * A poll. It can fail in a callback or be killed there. Its program can be unable to handle a receipt. Its list can skip a receipt, as
 * when a cursor shifts.
 */
interface PollEvent {
  readonly kind: 'poll';
  readonly failsAt: number | null;
  readonly isKilled: boolean;
  readonly unable: number | null;
  readonly skips: number | null;
}

type Event =
  | { readonly kind: 'add'; readonly status: 'draft' | 'completed' | 'partiallyReceived' }
  | { readonly kind: 'complete' | 'cancel' | 'hide' | 'show'; readonly which: number }
  | { readonly kind: 'pass'; readonly days: number }
  | PollEvent;

const which = fc.nat(30);
const seldom = (number: fc.Arbitrary<number>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: number });
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      status: fc.constantFrom('draft' as const, 'completed' as const, 'partiallyReceived' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('complete' as const, 'cancel' as const), which }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('hide' as const, 'show' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      days: fc.double({ min: 0.01, max: 6, noNaN: true }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('poll' as const),
      failsAt: seldom(fc.nat(3)),
      isKilled: fc.boolean(),
      unable: seldom(which),
      skips: seldom(which),
    }),
  },
);

/** What the program that polls has written and, on each save of a checkpoint, what the poll remembers. */
interface Memory {
  /** Receipts as delivered last. */
  readonly delivered: ReadonlyMap<string, GoodsReceipt>;
  /** When they were delivered. */
  readonly deliveredAt: ReadonlyMap<string, number>;
  /** Receipts that onNotFound got and that were not listed since. */
  readonly gone: ReadonlySet<string>;
}

/** An outlet, a program that polls it, and what may happen to both. */
class World {
  readonly #fake;
  readonly #client;
  readonly #store = createMemoryCheckpointStore();
  readonly #ids: string[] = [];
  readonly #hidden = new Set<string>();
  readonly #copy = new Map<string, GoodsReceipt>();
  /** Receipts that onNotFound got before they were handled, so that a person decides. */
  readonly #withPerson = new Set<string>();
  #memory: Memory = { delivered: new Map(), deliveredAt: new Map(), gone: new Set() };
  #polledAt = Date.now();
  /** Statuses that successful runs have listed. */
  #listed = new Map<string, unknown>();
  /** Receipts that the last successful run has not listed, although it knew them. */
  #missed = new Set<string>();
  #skipped: string | undefined;

  constructor(options: Parameters<typeof quickOutlet>[0]) {
    const { fake, outlet } = quickOutlet(options);
    this.#fake = fake;
    this.#client = outlet;
  }

  async happen(event: Event): Promise<void> {
    if (event.kind === 'add') {
      const { status } = event;
      this.#ids.push(this.#fake.goodsReceipts.add({ status, items: [{ totalPrice: 5 }] }).id);
    } else if (event.kind === 'pass') vi.setSystemTime(Date.now() + event.days * day);
    else if (event.kind === 'poll') await this.poll(event);
    else this.#change(event.kind, this.#pick(event.which));
  }

  /** The receipts that the copy has to hold in the end, and those that it holds, with their statuses. */
  get wantedAndHeld(): [wanted: string[], held: string[]] {
    const wanted = this.#fake.goodsReceipts.all().filter(({ status }) => status !== 'draft');
    const statusesOf = (receipts: readonly GoodsReceipt[]) =>
      receipts
        .filter(({ id }) => !this.#withPerson.has(id))
        .map(statusOf)
        .sort();
    return [statusesOf(wanted), statusesOf([...this.#copy.values()])];
  }

  showAll(): void {
    this.#hidden.clear();
  }

  /** Polls, and returns how many callbacks succeeded. */
  async poll({ failsAt, isKilled, unable, skips }: PollEvent): Promise<number> {
    const skipped = this.#skippable(skips);
    const failing = unable === null ? undefined : this.#pick(unable);
    const failures: string[] = [];
    const delivered = new Map(this.#memory.delivered);
    const deliveredAt = new Map(this.#memory.deliveredAt);
    const gone = new Set(this.#memory.gone);
    const listed = new Map<string, unknown>();
    let calls = 0;
    let isDead = false;
    const call = (id: string, write: () => void) => {
      if (calls === failsAt) {
        isDead = isKilled;
        throw new Error('failed');
      }
      calls += 1;
      write();
      expect(id).not.toBe(skipped);
    };
    const client = changePages(this.#client, (items) => {
      const visible = items.filter(({ id }) => !this.#hidden.has(id) && id !== skipped);
      for (const { id, status } of visible) listed.set(id, status);
      return visible;
    });
    const checkpoints = savingThrough(this.#store, async (save) => {
      if (isDead) throw new Error('killed');
      await save();
      this.#keep({ delivered, deliveredAt, gone });
    });
    const run = pollGoodsReceipts(client, {
      ...named,
      checkpoints,
      from: '2026-02-28T00:00:00Z',
      maxLookbackDays: 1_000,
      onChanged: (receipt, { change }) => {
        const { id } = receipt;
        const before = delivered.get(id);
        expect(change).toBe(before ? 'changed' : 'new');
        if (!gone.has(id)) expect(receipt).not.toEqual(before);
        if (id === failing) {
          failures.push(id);
          throw new Error('unable');
        }
        call(id, () => {
          this.#copy.set(id, receipt);
          delivered.set(id, receipt);
          deliveredAt.set(id, Date.now());
          gone.delete(id);
        });
      },
      onError: (error) => String(error).includes('unable'),
      onNotFound: (receipt) => {
        const { id } = receipt;
        expect(listed.has(id)).toBe(false);
        expect(this.#missed.has(id)).toBe(true);
        expect(gone.has(id)).toBe(false);
        if (delivered.has(id)) expect(delivered.get(id)).toMatchObject({ id });
        else this.#withPerson.add(id);
        call('', () => {
          gone.add(id);
          deliveredAt.set(id, Date.now());
        });
      },
    });
    const report = await run.catch((error: Error) => {
      expect(error.message).toBe('failed');
    });
    if (!report) return calls;
    expect([...report.failed, ...report.failed]).toEqual(failures);
    this.#missed = new Set(this.#ids.filter((id) => this.#listed.has(id) && !listed.has(id)));
    for (const [id, status] of listed) this.#listed.set(id, status);
    this.#polledAt = Date.now();
    this.#skipped = skipped;
    return calls;
  }

  #keep({ delivered, deliveredAt, gone }: Memory): void {
    this.#memory = {
      delivered: new Map(delivered),
      deliveredAt: new Map(deliveredAt),
      gone: new Set(gone),
    };
  }

  #pick(which: number): string {
    return this.#ids[which % Math.max(1, this.#ids.length)] ?? '';
  }

  /** A receipt that one run leaves out. A poll cannot know of one that it has never seen. */
  #skippable(which: number | null): string | undefined {
    const id = which === null ? '' : this.#pick(which);
    return this.#listed.has(id) && id !== this.#skipped ? id : undefined;
  }

  #change(kind: 'complete' | 'cancel' | 'hide' | 'show', id: string): void {
    const { goodsReceipts } = this.#fake;
    const status = goodsReceipts.get(id)?.status;
    const isHidden = this.#hidden.has(id);
    if (kind === 'show') this.#hidden.delete(id);
    // A receipt that changes and vanishes before a poll has seen the change need not be seen.
    if (kind === 'hide' && this.#listed.get(id) === status) this.#hidden.add(id);
    const isPending = status === 'draft' || status === 'partiallyReceived';
    if (kind === 'complete' && isPending && !isHidden) goodsReceipts.complete(id);
    if (kind === 'cancel' && status === 'completed' && !isHidden && this.#isWatched(id))
      goodsReceipts.cancel(id);
  }

  /** Whether a poll promises to see the next change of a completed receipt. */
  #isWatched(id: string): boolean {
    const isPendingForPoll = ['draft', 'partiallyReceived'].includes(String(this.#listed.get(id)));
    const changed =
      this.#memory.deliveredAt.get(id) ?? Date.parse(this.#fake.goodsReceipts.get(id)?.created ?? '');
    return isPendingForPoll || changed >= this.#polledAt - 7 * day;
  }
}

const well = { kind: 'poll', failsAt: null, isKilled: false, unable: null, skips: null } as const;

test('whatever happens at the outlet and to the runs, the copy agrees in the end and no change is delivered twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 20, maxLength: 60, size: 'max' }),
      fc.constantFrom('inclusive', 'exclusive', 'half-open'),
      fc.boolean(),
      async (events, bounds, sparsePages) => {
        vi.setSystemTime('2026-03-01T12:00:00Z');
        const world = new World({ bounds, sparsePages });
        for (const event of events) await world.happen(event);
        world.showAll();
        vi.setSystemTime(Date.now() + 1);
        await world.poll(well);
        const [wanted, held] = world.wantedAndHeld;
        expect(held).toEqual(wanted);
        expect(await world.poll(well)).toBe(0);
      },
    ),
    { numRuns: runs(40) },
  );
});

function statusOf({ id, status }: GoodsReceipt): string {
  return `${id} is ${status}`;
}
