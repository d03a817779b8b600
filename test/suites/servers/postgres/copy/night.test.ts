import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { reservePort } from '../../../../../examples/restaurant/serve.js';
import { isInstalled } from '../../start/programs.js';
import { openDatabase } from '../database.js';
import { openChain, secret, since } from './chain.js';
import { startBackend } from './run-backend.js';

/** The seeds, such as `1-10`. With several, the chain has 15 outlets. */
const [first = 1, last = first] = (process.env.COPY_SEEDS ?? '1').split('-').map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
const isNight = process.env.COPY_SEEDS !== undefined;

test.skipIf(!isInstalled('postgres')).each(seeds)(
  'a chain has a right copy after one night, whatever is killed, lost or reopened, seed %i',
  async (seed) => {
    const database = await openDatabase();
    onTestFinished(() => database.close());
    const reserved = [await reservePort(), await reservePort()];
    for (const { release } of reserved) onTestFinished(release);
    const ports = reserved.map(({ port }) => port);
    const chain = await openChain({ outlets: isNight ? 15 : 3, seed, hostile: true, ports });
    onTestFinished(chain.close);
    await chain.addTo(database.pool);
    const { random } = chain;
    let machines = 0;
    const newMachine = () => {
      machines += 1;
      return {
        ...{
          DATABASE_URL: database.server.url,
          OUTLET_BASE_URL: chain.url,
          WEBHOOK_SECRET: secret,
          SINCE: since,
        },
        CLOCK_SEED: String(1_000 * seed + machines),
      };
    };

    /** Kills a job at random moments until it succeeds. */
    async function run(job: 'backfill' | 'nightly', kills: number): Promise<void> {
      for (let run = 0; run < 20; run += 1) {
        const backend = startBackend(job, newMachine());
        const timer = run < kills ? setTimeout(backend.kill, random.integer(300, 2_500)) : undefined;
        const { code, printed } = await backend.ended;
        clearTimeout(timer);
        if (code === 0) return;
        if (run === 19) throw new Error(printed.join('\n'));
      }
    }

    chain.addPast(30);
    await run('backfill', 2);
    await run('nightly', 1);
    const kills: (() => void)[] = [];
    let isOver = false;
    const receivers = ports.map(async (port, index) => {
      while (!isOver) {
        const backend = startBackend('receive', { ...newMachine(), PORT: String(port) });
        kills[index] = backend.kill;
        await backend.ended;
      }
    });
    chain.deliverTo();
    chain.chance.lost = 0.4;
    let lives = 0;
    for (let change = 0; change < 40 * chain.places.length; change += 1) {
      chain.change();
      await pause(random.integer(0, 600 / chain.places.length));
      if (random.next() > 0.03) continue;
      kills[random.integer(0, 1)]?.();
      lives += 1;
      if (lives === 3) await run('nightly', 1);
      if (lives === 5) {
        await database.server.kill();
        await pause(500);
        await database.server.start();
      }
    }
    await chain.idle();
    isOver = true;
    for (const kill of kills) kill();
    await Promise.all(receivers);
    for (const { fake } of chain.places) fake.orders.add({ id: 'without event', status: 'complete' });
    const before = await chain.differences(database.pool);
    // A list with exclusive bounds would lack an order of the last moment.
    await pause(1_500);
    await run('nightly', 2);
    const after = await chain.differences(database.pool);
    console.log(
      `seed ${seed}: ${lives} kills, ${machines} processes, ${before.length} differences before the night`,
    );
    expect(after).toEqual([]);
    expect(before.length).toBeGreaterThanOrEqual(chain.places.length);
  },
  600_000,
);
