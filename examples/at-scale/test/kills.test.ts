import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRandom } from '../../../src/random.js';
import { isInstalled } from '../../../test/suites/servers/start/programs.js';
import { differences } from '../story/compare.js';
import { startSystem } from '../story/system.js';

/** The soak test sets a seed. */
const seed = Number(process.env.AT_SCALE_SEED ?? 1);
const hasServers = isInstalled('redis-server') && isInstalled('postgres');

test.skipIf(!hasServers)(
  `loses nothing and books no sale twice if everything is killed, seed ${seed}`,
  async ({ onTestFinished }) => {
    const random = createRandom(seed).integer;
    const printed: string[] = [];
    const onLine = (line: string) => printed.push(line);
    const system = await startSystem({ seed, outlets: 20, receivers: 2, workers: 3, onLine });
    onTestFinished(system.close);
    const { chain, db, queues, redis, postgres, receivers, workers } = system;
    const of = <T>(some: readonly T[]) => some[random(0, some.length - 1)];

    /** Kills something at a random time while the outlets work, and starts it again a moment later. */
    async function killWhileWorking(events: number, victim: Killable | undefined): Promise<void> {
      const working = chain.work(events);
      await pause(random(500, 2_500));
      await victim?.kill();
      await pause(random(300, 1_000));
      await victim?.start();
      await working;
    }

    await chain.work(200);
    expect(await queues.orders.getActiveCount()).toBeGreaterThan(0);
    await killWhileWorking(450, of(workers));
    await killWhileWorking(450, redis);
    await killWhileWorking(450, postgres);
    await killWhileWorking(450, of(receivers));
    await system.idle();

    // Each acknowledged event is in the database, without a reconciliation.
    expect(await differences(db, chain)).toEqual([]);
    const failed = chain.outlets[0]?.deliveries.filter(({ status }) => status !== 200);
    expect(failed?.length).toBeGreaterThan(0);
    expect(await queues.orders.getFailedCount()).toBe(0);

    await chain.changeSilently();
    expect(await differences(db, chain)).toHaveLength(40);
    await system.reconcile();
    expect(await differences(db, chain)).toEqual([]);
    expect(printed.filter((line) => line.includes('1 added, 1 changed'))).toHaveLength(20);
  },
);

interface Killable {
  kill(): Promise<void>;
  start(): Promise<void>;
}
