import {
  backfillOrders,
  createMemoryCheckpointStore,
  createMemoryOrderStore,
  createOrderCopy,
  LeaseError,
  pollGoodsReceipts,
} from 'outlet-open-api/sync';
import { describe, expect, test } from 'vitest';
import { clientOf, json, rejection, scriptedService } from '../../support/services/scripted-service.js';
import { of, recorded } from './recorded.js';

const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' };
const twoPages = [
  json({ data: [{ id: 'o-1' }, { id: 'o-2' }], next: 'p-2' }),
  json({ data: [], next: null }),
];
const onePage = json({ data: [], next: null });

test('a list publishes each page after its call', async () => {
  const messages = recorded();
  await clientOf(scriptedService(...twoPages))
    .orders.list(range)
    .toArray();
  const page = { operation: 'orders.list', slice: range };
  expect(messages.filter(([name]) => name === 'page' || name === 'call:end')).toMatchObject([
    ['call:end', { operation: 'orders.list', priority: 'background' }],
    ['page', { ...page, records: 2, hasNext: true }],
    ['call:end', { operation: 'orders.list' }],
    ['page', { ...page, records: 0, hasNext: false }],
  ]);
});

describe('a sync run publishes its start and its end', () => {
  const outlet = () => clientOf(scriptedService(onePage));
  const checkpointing = { outletRef: 'bistro', checkpoints: createMemoryCheckpointStore() };
  const nothing = () => {};
  const tasks = {
    backfill: () => backfillOrders(outlet(), { name: 'run', ...checkpointing, ...range, onOrders: nothing }),
    reconcile: () =>
      createOrderCopy({ store: createMemoryOrderStore() }).reconcile(outlet(), { outletRef: 'bistro' }),
    poll: () =>
      pollGoodsReceipts(outlet(), {
        name: 'run',
        outletRef: 'bistro',
        checkpoints: createMemoryCheckpointStore(),
        onChanged: nothing,
      }),
  };

  test.each(['backfill', 'reconcile', 'poll'] as const)('%s', async (task) => {
    const messages = recorded();
    const report = await tasks[task]();
    const name = task === 'reconcile' ? 'order-copy/reconcile/bistro' : 'run';
    const start = { run: expect.any(Function), task, name, through: undefined };
    expect(messages[0]).toEqual(['sync:start', start]);
    expect(messages.at(-1)).toEqual(['sync:end', { ...start, through: new Date(report.to) }]);
    expect(of(messages, 'page')[0]).toMatchObject({ records: 0 });
  });
});

describe('a sync run publishes an error', () => {
  const run = { name: 'run', outletRef: 'bistro', ...range };

  test.each<[name: string, start: () => Promise<unknown>]>([
    [
      'InternalServerError',
      () => {
        const outlet = clientOf(scriptedService(json({}, 500)), { maxRetries: 0 });
        return backfillOrders(outlet, {
          ...run,
          checkpoints: createMemoryCheckpointStore(),
          onOrders: () => {},
        });
      },
    ],
    [
      'LeaseError',
      () => {
        const lost = () => Promise.reject(new LeaseError('lost', 'run'));
        const checkpoints = { ...createMemoryCheckpointStore(), acquire: lost };
        return backfillOrders(clientOf(scriptedService(onePage)), {
          ...run,
          checkpoints,
          onOrders: () => {},
        });
      },
    ],
    [
      'AbortError',
      () => {
        const options = {
          ...run,
          checkpoints: createMemoryCheckpointStore(),
          onOrders: () => {},
          signal: AbortSignal.abort(),
        } as const;
        return backfillOrders(clientOf(scriptedService(onePage)), options);
      },
    ],
  ])('%s', async (name, start) => {
    const messages = recorded();
    const error = await rejection(start());
    expect(error).toMatchObject({ name });
    expect(of(messages, 'sync:end')).toEqual([]);
    expect(of(messages, 'sync:error')).toMatchObject([{ task: 'backfill', name: 'run', through: undefined }]);
    expect(of(messages, 'sync:error')[0]?.error).toBe(error);
  });
});

test('a sync run with invalid options publishes nothing', async () => {
  const messages = recorded();
  const options = {
    name: '',
    outletRef: 'bistro',
    checkpoints: createMemoryCheckpointStore(),
    ...range,
    onOrders: () => {},
  } as const;
  await rejection(backfillOrders(clientOf(scriptedService(onePage)), options));
  expect(messages).toEqual([]);
});
