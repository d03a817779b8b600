import fc from 'fast-check';
import type { GoodsReceipt } from 'outlet-open-api';
import { createMemoryCheckpointStore, pollGoodsReceipts } from 'outlet-open-api/sync';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { day, named, quickOutlet } from '../quick-outlet.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const event = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('add'),
      status: fc.constantFrom('draft', 'completed', 'partiallyReceived'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('complete'), which: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel'), which: fc.nat(30) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pass'), days: fc.double({ min: 0.01, max: 4, noNaN: true }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('poll'), diesAt: fc.option(fc.nat(6)) }) },
);

type Event = { kind: string; status?: string; which?: number; days?: number; diesAt?: number | null };

test('whatever happens at the outlet and to the runs, the copy agrees in the end and nothing is posted twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array<Event>(event, { minLength: 5, maxLength: 40 }),
      fc.constantFrom('inclusive', 'exclusive', 'half-open'),
      fc.boolean(),
      async (events, bounds, sparsePages) => {
        const { fake, outlet } = quickOutlet({ bounds, sparsePages });
        const checkpoints = createMemoryCheckpointStore();
        const copy = new Map<string, GoodsReceipt>();
        const ids: string[] = [];
        let polledAt = Date.now();

        async function poll(diesAt: number | null | undefined) {
          let handed = 0;
          const run = pollGoodsReceipts(outlet, {
            ...named,
            since: '2026-02-28T00:00:00Z',
            checkpoints,
            onChanged(receipt, { change, previous }) {
              if (handed === diesAt) throw new Error('died');
              handed += 1;
              const before = copy.get(receipt.id);
              expect(change).toBe(before ? 'changed' : 'new');
              if (before) expect(previous).toEqual(before);
              expect(receipt).not.toEqual(before);
              copy.set(receipt.id, receipt);
            },
          });
          await run.then(
            () => {
              polledAt = Date.now();
            },
            (error: Error) => expect(error.message).toBe('died'),
          );
        }

        for (const { kind, status, which = 0, days = 0, diesAt } of events) {
          const id = ids[which % Math.max(1, ids.length)] ?? '';
          const receipt = fake.goodsReceipts.get(id);
          const isPending = receipt?.status === 'draft' || receipt?.status === 'partiallyReceived';
          const isRecent = Date.parse(receipt?.created ?? '') > polledAt - 7 * day;
          if (kind === 'add') ids.push(fake.goodsReceipts.add({ status, items: [{ totalPrice: 5 }] }).id);
          if (kind === 'complete' && isPending) fake.goodsReceipts.complete(id);
          // A cancellation is promised to be seen within the trailing days alone.
          if (kind === 'cancel' && receipt?.status === 'completed' && isRecent) fake.goodsReceipts.cancel(id);
          if (kind === 'pass') vi.setSystemTime(Date.now() + days * day);
          if (kind === 'poll') await poll(diesAt);
        }
        vi.setSystemTime(Date.now() + 1);
        await poll(null);
        const wanted = fake.goodsReceipts.all().filter((receipt) => receipt.status !== 'draft');
        expect([...copy.values()].sort(byId)).toEqual(wanted.sort(byId));
        const before = copy.size;
        await poll(0);
        expect(copy.size).toBe(before);
      },
    ),
    { numRuns: 60 },
  );
});

function byId(one: GoodsReceipt, other: GoodsReceipt): number {
  return one.id < other.id ? -1 : 1;
}
