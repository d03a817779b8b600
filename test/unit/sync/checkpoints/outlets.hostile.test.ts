import {
  backfillOrders,
  type CheckpointStore,
  createMemoryCheckpointStore,
  pollGoodsReceipts,
} from 'outlet-open-api/sync';
import { describe, expect, test } from 'vitest';
import { day, never, type QuickOutlet, quickOutlet } from '../quick-outlet.js';

const range = { from: new Date(Date.now() - 10 * day), to: new Date(Date.now() + day) };

function withRecords(ids: readonly string[]): QuickOutlet {
  const world = quickOutlet();
  for (const id of ids) {
    world.fake.orders.add({ id, status: 'complete' });
    world.fake.goodsReceipts.add({ id: `receipt-${id}`, created: new Date(Date.now() - day) });
  }
  return world;
}

type Runner = (
  world: QuickOutlet,
  options: { name: string; outletRef: string; checkpoints: CheckpointStore },
  seen: (id: string) => unknown,
) => Promise<unknown>;

const runners: Readonly<Record<string, Runner>> = {
  backfillOrders: ({ outlet }, options, seen) =>
    backfillOrders(outlet, {
      ...options,
      ...range,
      onOrders: (orders) => orders.forEach(({ id }) => void seen(id)),
    }),
  pollGoodsReceipts: ({ outlet }, options, seen) =>
    pollGoodsReceipts(outlet, { ...options, from: range.from, onChanged: ({ id }) => seen(id) }),
};

describe.each(Object.entries(runners))('two outlets that share a store: %s', (_, run) => {
  test('rejects the checkpoint of the other outlet before it fetches anything', async () => {
    const [bistro, cafe] = [withRecords(['a', 'b', 'c']), withRecords(['x', 'y', 'z'])];
    const checkpoints = createMemoryCheckpointStore();
    await run(bistro, { name: 'run', outletRef: 'bistro', checkpoints }, () => {});
    await expect(run(cafe, { name: 'run', outletRef: 'cafe', checkpoints }, never)).rejects.toMatchObject({
      name: 'RequestValidationError',
      issues: [
        {
          path: 'checkpoints',
          message: expect.stringMatching(/outlet "bistro".*outlet "cafe"\. Use another name/),
        },
      ],
    });
    expect(cafe.fake.requests).toEqual([]);
  });

  test('delivers the records of both under two names', async () => {
    const [bistro, cafe] = [withRecords(['a', 'b', 'c']), withRecords(['x', 'y', 'z'])];
    const checkpoints = createMemoryCheckpointStore();
    const seen: string[] = [];
    await run(bistro, { name: 'bistro', outletRef: 'bistro', checkpoints }, (id) => seen.push(id.slice(-1)));
    await run(cafe, { name: 'cafe', outletRef: 'cafe', checkpoints }, (id) => seen.push(id.slice(-1)));
    expect(seen.sort()).toEqual(['a', 'b', 'c', 'x', 'y', 'z']);
  });

  test.each([
    ['name', { outletRef: 'bistro' }],
    ['name', { name: '', outletRef: 'bistro' }],
    ['outletRef', { name: 'run' }],
    ['outletRef', { name: 'run', outletRef: '' }],
  ])('requires a %s', async (path, given) => {
    const world = withRecords(['a']);
    const options = { ...given, checkpoints: createMemoryCheckpointStore() };
    await expect(Reflect.apply(run, undefined, [world, options, never])).rejects.toMatchObject({
      name: 'RequestValidationError',
      issues: [{ path }],
    });
    expect(world.fake.requests).toEqual([]);
  });
});
