import { isEnded, OutletClient } from 'outlet-open-api';
import { createMemoryCheckpointStore, createMemoryOrderStore } from 'outlet-open-api/sync';
import type { FakeOutlet } from 'outlet-open-api/testing';
import type { UseCase } from 'outlet-open-api/webhooks';
import { describe, expect, test, vi } from 'vitest';
import { copyOrders } from '../../../examples/inventory/copy-orders.js';
import { pollReceipts } from '../../../examples/inventory/poll-receipts.js';
import { Stock } from '../../../examples/inventory/stock.js';
import { type Example, examples } from '../../../examples/restaurant/examples.js';
import { runExample } from '../../../examples/restaurant/run-example.js';
import { createRandom } from '../../../src/random.js';
import { newFolder } from '../../support/new-folder.js';
import { bundled } from '../../support/running/bundled.js';
import { hostileMode } from '../../support/services/hostile-mode.js';

interface Case {
  readonly example?: Partial<Example>;
  /** The number of requests that the example sends at least. */
  readonly requests: number;
  /** Compares the outlet, or the files of the example, with what an example that is not killed leaves there. */
  check(fake: FakeOutlet, folder: string, lines: readonly string[]): void | Promise<void>;
}

const cases: Readonly<Record<string, Case>> = {
  reservations: {
    requests: 5,
    check(fake) {
      const orders = fake.orders.all();
      const booked = orders.filter((order) => order.partnerReservationInfo?.reservationId === 'R-77');
      expect(booked).toMatchObject([{ status: 'cancelled', channelId: 'table-2', guestCount: 5 }]);
    },
  },
  'order-data': {
    requests: 6,
    check(fake, _, lines) {
      const recently = new Date(Date.now() - 34 * 24 * 60 * 60 * 1_000).toISOString();
      const copied = fake.orders.all().filter((order) => order.created > recently && isEnded(order));
      const [last = ''] = lines.filter((line) => line.startsWith('The copy has')).slice(-1);
      const [, count] = /^The copy has (\d+) orders, with \d+\.\d\d EUR paid\.$/.exec(last) ?? [];
      // The copy begins a day earlier.
      expect(Number(count)).toBeGreaterThanOrEqual(copied.length);
    },
  },
  inventory: {
    requests: 6,
    async check(fake, folder) {
      const stock = await Stock.open(`${folder}/stock.jsonl`);
      const expected = await Stock.open(`${folder}/expected.jsonl`);
      vi.spyOn(console, 'log').mockImplementation(() => {});
      const [sales, purchases] = [clientOf(fake, 'inventory-management'), clientOf(fake, 'order-data')];
      const checkpoints = createMemoryCheckpointStore();
      await copyOrders(createMemoryOrderStore(), expected).reconcile(sales, { outletRef: 'bistro-1' });
      await pollReceipts(purchases, expected, 'bistro-1', checkpoints);
      expect(changesOf(stock)).toEqual(changesOf(expected));
      await Promise.all([stock.close(), expected.close()]);
    },
  },
};

/** The soak test sets a seed, which selects the requests at which outlets are killed. */
const random = createRandom(hostileMode.seed ?? 1);

/** Each case, with the number of the request at which each of its two outlets is killed. */
const runs = Object.entries(cases).map(([name, run]) => {
  const killAt = [random.integer(1, run.requests), random.integer(1, run.requests)];
  return { ...run, name, killAt };
});

describe.concurrent('two outlets with one data folder', () => {
  test.for(runs)('$name is killed, and starts again', async (run, { onTestFinished }) => {
    const { name, example, check } = run;
    const dataFolder = await newFolder(onTestFinished);
    const outlets = run.killAt.map(async (killAt, seed) => {
      const outletRef = `bistro-${seed + 1}`;
      const lines = [`${outletRef} is killed at request ${killAt}.`];
      const { code, fake, wasKilled } = await runExample(
        name,
        { useCase: 'order-data', ...examples[name], ...example },
        {
          fake: { seed, webhookRetries: 8 },
          outletRef,
          dataFolder,
          killAt,
          bundle: await bundled(new URL(`../../../examples/${name}/main.ts`, import.meta.url)),
          onLine: (line) => lines.push(line),
        },
      );
      expect([code, wasKilled], lines.join('\n')).toEqual([0, true]);
      await check(fake, `${dataFolder}/${outletRef}`, lines);
    });
    await Promise.all(outlets);
  });
});

/** Returns the changes by item. */
function changesOf(stock: Stock): Record<string, number> {
  return Object.fromEntries(stock.changes().map(({ item, quantity }) => [item, quantity]));
}

function clientOf({ baseUrl, fetch, key }: FakeOutlet, useCase: UseCase): OutletClient {
  return new OutletClient({ baseUrl, accessToken: key(useCase).token, fetch });
}
