import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reservePort } from '../../../../../examples/restaurant/serve.js';
import { createRandom } from '../../../../../src/random.js';
import { isInstalled } from '../../start/programs.js';
import { type Database, openDatabase } from '../database.js';
import { type Chain, openChain, secret, since } from './chain.js';
import { type Environment, startBackend } from './run-backend.js';

describe.skipIf(!isInstalled('postgres'))('a backend with an order copy', () => {
  let database: Database;
  let chain: Chain;
  let environment: Environment;
  let release: () => Promise<void>;
  beforeAll(async () => {
    database = await openDatabase();
    const reserved = await reservePort();
    release = reserved.release;
    chain = await openChain({ outlets: 2, seed: 1, hostile: false, ports: [reserved.port] });
    await chain.addTo(database.pool);
    environment = {
      DATABASE_URL: database.server.url,
      OUTLET_BASE_URL: chain.url,
      PORT: String(reserved.port),
      WEBHOOK_SECRET: secret,
      SINCE: since,
    };
  });
  afterAll(async () => {
    await chain.close();
    await database.close();
    await release();
  });

  const ordersOf = (index: number) => {
    const place = chain.places[index];
    if (!place) throw new Error(`There is no outlet ${index}.`);
    return place.fake.orders;
  };
  /** Returns what the database has of an order of the first outlet. */
  async function stored(id: string): Promise<{ status: string | undefined; changes: number }> {
    const text = `select (select content->>'status' from outlet_orders where outlet_ref = 'outlet-0' and order_id = $1) as status,
      (select count(*)::int from changes where outlet_ref = 'outlet-0' and order_id = $1) as changes`;
    const { rows } = await database.pool.query(text, [id]);
    return { status: rows[0]?.status ?? undefined, changes: rows[0]?.changes };
  }
  async function receive(more: Environment = {}) {
    const backend = startBackend('receive', { ...environment, ...more });
    await backend.ready;
    return backend;
  }

  test.each([
    'before select floor',
    'before begin',
    'before insert into outlet_orders',
    'before update outlet_orders',
    'before insert into changes',
    'before commit',
    'after commit',
  ])('that is killed %s writes each change once', async (moment) => {
    const id = `killed ${moment}`;
    // The other outlet has an order with the same ID.
    ordersOf(1).add({ id, status: 'complete', payments: [{ amount: 99 }] });
    ordersOf(0).add({ id, payments: [{ amount: 5 }] });
    chain.deliverTo(['outlet-0-key-0']);
    const dying = await receive({ DIE_AT: moment });
    ordersOf(0).complete(id);
    const { code, printed } = await dying.ended;
    expect(code).toBe(null);
    expect(printed).toContain(`dies ${moment}`);
    const isCommitted = moment === 'after commit';
    expect(await stored(id)).toEqual(isCommitted ? { status: 'complete', changes: 1 } : { changes: 0 });

    // The webhook is repeated.
    const backend = await receive();
    await chain.idle();
    expect(chain.statuses.at(-1)).toBe(200);
    expect(await stored(id)).toEqual({ status: 'complete', changes: 1 });
    chain.deliverTo();
    for (const index of [0, 1]) ordersOf(index).cancel(id);
    await chain.idle();
    backend.kill();
    expect(await stored(id)).toEqual({ status: 'cancelled', changes: 2 });
    expect(await chain.differences(database.pool)).toEqual([]);
  });

  test.each(['a change that is rejected', 'a database that is down'])(
    'responds 503 to %s, and the nightly run writes it',
    async (cause) => {
      const id = `after ${cause}`;
      const hasRule = cause.startsWith('a change');
      if (hasRule)
        await database.pool.query(`alter table changes add constraint rule check (order_id <> '${id}')`);
      chain.deliverTo();
      const backend = await receive();
      if (!hasRule) await database.server.kill();
      const before = chain.statuses.length;
      chain.fake.assume({ webhookRetries: 1 });
      ordersOf(0).add({ id, payments: [{ amount: 5 }] });
      ordersOf(0).complete(id);
      await chain.idle();
      backend.kill();
      chain.fake.assume({ webhookRetries: undefined });
      // Two keys, each with a repeat.
      expect(chain.statuses.slice(before)).toEqual([503, 503, 503, 503]);
      if (hasRule) {
        expect((await startBackend('nightly', environment).ended).code).toBe(1);
        await database.pool.query('alter table changes drop constraint rule');
      } else await database.server.start();
      expect(await stored(id)).toEqual({ changes: 0 });
      expect((await startBackend('nightly', environment).ended).code).toBe(0);
      expect(await stored(id)).toEqual({ status: 'complete', changes: 1 });
      expect(await chain.differences(database.pool)).toEqual([]);
    },
  );

  test.each(['backfill', 'nightly'] as const)(
    'finds what no webhook announced, although its %s is killed',
    async (job) => {
      chain.deliverTo([]);
      const random = createRandom(job.length);
      chain.addPast(job === 'backfill' ? 30 : 0);
      for (let change = 0; change < 60; change += 1) chain.change();
      const moments = [
        'before begin',
        'before insert into changes',
        'before commit',
        'after commit',
        'before update outlet_checkpoints',
      ];
      for (const moment of moments) {
        const skip = random.integer(0, 12);
        const { code } = await startBackend(job, { ...environment, DIE_AT: moment, DIE_SKIP: String(skip) })
          .ended;
        console.log(`${job}: killed ${moment} ${skip + 1}: ${code === null}`);
      }
      for (const last of [job, 'nightly'] as const)
        expect(await startBackend(last, environment).ended).toMatchObject({ code: 0 });
      expect(await chain.differences(database.pool)).toEqual([]);
    },
  );
});
