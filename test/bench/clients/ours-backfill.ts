import { OutletClient } from 'outlet-open-api';
import { backfillOrders, createMemoryCheckpointStore } from 'outlet-open-api/sync';
import type { Access, BenchClient, Range } from './client.js';

/** Lists by `backfillOrders`, which passes pages to a callback. */
export function open({ baseUrl, token }: Access): BenchClient {
  const outlet = new OutletClient({ baseUrl, accessToken: token, logLevel: 'off' });
  return {
    get: (id, priority) => outlet.orders.get(id, { priority }),
    list: (range) => pagesOf(outlet, range),
    close: () => outlet.close(),
  };
}

async function* pagesOf(outlet: OutletClient, { from, to }: Range): AsyncGenerator<readonly unknown[]> {
  const { readable, writable } = new TransformStream<readonly unknown[], readonly unknown[]>();
  const writer = writable.getWriter();
  const backfill = backfillOrders(outlet, {
    name: 'backfill',
    outletRef: 'bistro',
    from: new Date(from),
    to: new Date(to),
    checkpoints: createMemoryCheckpointStore(),
    onOrders: (orders) => writer.write(orders),
  });
  backfill.then(
    () => writer.close(),
    (error: unknown) => writer.abort(error),
  );
  yield* readable;
}
