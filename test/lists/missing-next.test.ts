import { ResponseValidationError } from 'outlet-open-api';
import {
  backfillOrders,
  createMemoryCheckpointStore,
  pollGoodsReceipts,
  reconcileOrders,
} from 'outlet-open-api/sync';
import { describe, expect, test, vi } from 'vitest';
import { clientOf, json, rejection, scriptedService } from '../scripted-service.js';

const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
const page = json({ data: [{ id: 'a' }], nextCursor: 'c-1', total: 2 });

function outletOf(response: Response, options = {}) {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const service = scriptedService(response, json({ data: [{ id: 'b' }], nextCursor: null, next: null }));
  const client = clientOf(service, { rateLimit: false, logger, logLevel: 'warn', ...options });
  return { client, logger, service };
}

describe('a page without next, but with other scalar fields', () => {
  test('ends the list with one warning, which names the fields and the option', async () => {
    const { client, logger, service } = outletOf(page);
    expect(await client.orders.list(range).toArray()).toEqual([{ id: 'a' }]);
    expect(service.arrivals).toHaveLength(1);
    service.arrivals.length = 0;
    await client.orders.list(range).toArray();
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(
        /orders\.list can be incomplete: next is missing, but the page has nextCursor, total: .*nextField/,
      ),
    );
  });

  test('is read to its end with the client option nextField', async () => {
    const { client, logger, service } = outletOf(page, { nextField: 'nextCursor' });
    expect(await client.orders.list(range).toArray()).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(service.arrivals[1]?.url.searchParams.get('cursor')).toBe('c-1');
    expect(logger.warn).not.toHaveBeenCalled();
  });

  test('is the last page behind a cursor, which proves the name of next', async () => {
    const pages = [
      json({ data: [{ id: 'a' }], next: 'c-1', total: 2 }),
      json({ data: [{ id: 'b' }], total: 2 }),
    ];
    const service = scriptedService(...pages);
    const { orders } = clientOf(service, { rateLimit: false });
    expect(await orders.list(range, { missingNext: 'error' }).toArray()).toHaveLength(2);
  });

  test('is the last page if nextField is set', async () => {
    const { client } = outletOf(json({ data: [{ id: 'a' }], total: 1 }), { nextField: 'next' });
    expect(await client.orders.list(range, { missingNext: 'error' }).toArray()).toHaveLength(1);
  });

  test('rejects with missingNext: error', async () => {
    const { client } = outletOf(page);
    const error = await rejection(client.orders.list(range, { missingNext: 'error' }).toArray());
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error).toMatchObject({
      issues: [{ path: 'next', message: expect.stringContaining('nextCursor') }],
      outcome: 'performed',
      attempts: 1,
    });
  });

  test.each([
    ['a bare array', json([{ id: 'a' }])],
    ['a list alone', json({ data: [{ id: 'a' }] })],
    ['next: null', json({ data: [{ id: 'a' }], next: null, total: 1 })],
    ['fields that cannot be cursors', json({ data: [{ id: 'a' }], meta: { total: 1 }, cursor: null })],
  ])('does not apply to %s', async (_, response) => {
    const { client, logger } = outletOf(response);
    expect(await client.orders.list(range, { missingNext: 'error' }).toArray()).toEqual([{ id: 'a' }]);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  test.each([
    [
      'backfillOrders',
      (client) =>
        backfillOrders(client, {
          name: 'backfill',
          outlet: 'bistro',
          ...range,
          checkpoints,
          onOrders() {},
        }),
    ],
    [
      'reconcileOrders',
      (client) =>
        reconcileOrders(client, {
          name: 'reconcile',
          outlet: 'bistro',
          ...range,
          compare: () => true,
          onMissing() {},
        }),
    ],
    [
      'pollGoodsReceipts',
      (client) =>
        pollGoodsReceipts(client, { name: 'receipts', outlet: 'bistro', checkpoints, onChanged() {} }),
    ],
  ] satisfies [string, (client: ReturnType<typeof clientOf>) => Promise<unknown>][])(
    'fails %s',
    async (_, run) => {
      expect(await rejection(run(outletOf(page).client))).toBeInstanceOf(ResponseValidationError);
    },
  );
});

const checkpoints = createMemoryCheckpointStore();
