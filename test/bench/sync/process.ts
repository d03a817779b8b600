// Runs our functions in a separate process, so that only their memory is measured.
import { once } from 'node:events';
import {
  backfillOrders,
  createMemoryCheckpointStore,
  pollGoodsReceipts,
  reconcileOrders,
} from 'outlet-open-api/sync';
import { goFirst } from '../priority.js';
import { Kept } from './kept.js';
import { Outlet } from './outlet.js';
import { Watch } from './watch.js';
import type { OrderWork, Outcome, PollWork, Work } from './work.js';

const day = 24 * 60 * 60 * 1_000;
/** All of them, so that each receipt is delivered once. */
const statuses = ['draft', 'completed', 'cancelled', 'partiallyReceived'] as const;
const noOrders = { count: 0, from: 0, to: 1, spread: 'even' } as const;
/** Ids of orders that the outlet does not have. */
const missingOrders = 10;

goFirst();
const [message] = await once(process, 'message');
const work: Work = message;
const kept = await Kept.open();
process.send?.(await (work.kind === 'poll' ? poll(work) : readOrders(work)));
await kept.remove();
process.disconnect();

async function readOrders({ kind, count, days, store }: OrderWork): Promise<Outcome> {
  const range = { from: Date.UTC(2021, 0, 1), to: Date.UTC(2021, 0, 1) + days * day };
  const outlet = new Outlet({ ...range, count, spread: 'even' }, { count: 0, from: 0, to: 1 });
  const watch = new Watch(count);
  const given = {
    from: new Date(range.from),
    to: new Date(range.to),
    checkpoints: store === 'file' ? kept.store : createMemoryCheckpointStore(),
  };
  const begin = performance.now();
  if (kind === 'backfill') {
    await backfillOrders(outlet.outlet, {
      name: 'backfill',
      outletRef: 'bistro',
      ...given,
      onOrders(orders) {
        for (const { id } of orders) watch.see(id);
      },
    });
  } else {
    const { notFound: found } = await reconcileOrders(outlet.outlet, {
      name: 'reconcile',
      outletRef: 'bistro',
      ...given,
      compare({ id }) {
        watch.see(id);
        return true;
      },
      knownIds: () => idsOf(count),
    });
    watch.look();
    if (found !== missingOrders) throw new Error(`${found} orders do not exist, and not ${missingOrders}`);
  }
  const { growth, faults } = watch;
  return { seconds: secondsSince(begin), requests: outlet.requests, growth, faults, saving: kept.take() };
}

function* idsOf(count: number): Generator<string> {
  for (let place = 0; place < count + missingOrders; place += 1) yield `o-${place}`;
}

async function poll({ count, days, draftAge }: PollWork): Promise<Outcome> {
  const to = Date.now();
  const from = to - days * day;
  const draftFrom = draftAge === undefined ? undefined : to - draftAge * day;
  const outlet = new Outlet(noOrders, { count, from, to, draftFrom });
  const watch = new Watch(count);
  const given = { checkpoints: kept.store, since: new Date(from), statuses: [...statuses] };
  const begin = performance.now();
  await pollGoodsReceipts(outlet.outlet, {
    name: 'receipts',
    outletRef: 'bistro',
    ...given,
    onChanged: ({ id }) => watch.see(id),
  });
  const { growth, faults } = watch;
  const first = {
    seconds: secondsSince(begin),
    requests: outlet.requests,
    growth,
    faults,
    saving: kept.take(),
  };
  const again = performance.now();
  let changes = 0;
  await pollGoodsReceipts(outlet.outlet, {
    name: 'receipts',
    outletRef: 'bistro',
    ...given,
    onChanged() {
      changes += 1;
    },
  });
  const requests = outlet.requests - first.requests;
  return {
    ...first,
    faults: faults + changes,
    quiet: { seconds: secondsSince(again), requests, saving: kept.take() },
  };
}

function secondsSince(begin: number): number {
  return (performance.now() - begin) / 1_000;
}
