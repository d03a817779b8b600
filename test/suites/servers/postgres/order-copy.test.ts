import { readFile } from 'node:fs/promises';
import { OutletClient } from 'outlet-open-api';
import { createPostgresOrderStore } from 'outlet-open-api/postgres';
import { createOrderCopy } from 'outlet-open-api/sync';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../start/programs.js';
import { addEffect, type Database, openDatabase } from './database.js';

describe.skipIf(!isInstalled('postgres'))('PostgreSQL', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.close());

  test('two processes with two keys write each change once, although every tenth callback fails', async () => {
    const fake = createFakeOutlet({ empty: true, rateLimit: false });
    const keys = [fake.key('order-data'), fake.keys.create({ useCase: 'order-data' })];
    const contexts = keys.map(({ token }, index) => ({
      outlet: new OutletClient({
        baseUrl: fake.baseUrl,
        accessToken: token,
        fetch: fake.fetch,
        rateLimit: false,
        logLevel: 'off',
      }),
      keyRef: `key-${index}`,
      outletRef: 'bistro',
    }));
    let calls = 0;
    const copies = contexts.map(() =>
      createOrderCopy({
        store: createPostgresOrderStore({ pool: database.pool }),
        logger: { warn() {}, error() {} },
        async onChange(tx, { before, order }) {
          await addEffect(tx, `${order.id}: ${before?.status} to ${order.status}`);
          calls += 1;
          if (calls % 10 === 0) throw new Error('The callback failed.');
        },
      }),
    );
    const ids = Array.from({ length: 60 }, (_, index) => `o-${index}`);
    for (const id of ids) fake.orders.add({ id, status: 'complete', payments: [{ amount: 1 }] });
    const everyCopy = (work: (index: number) => Promise<unknown>) => Promise.all([0, 1].map(work));
    const refreshAll = () =>
      everyCopy((index) =>
        Promise.all(
          ids.map(async (id) => {
            const context = contexts[index];
            if (context) await copies[index]?.refresh(id, context);
          }),
        ),
      );
    const options = { outletRef: 'bistro', leaseDuration: 5_000 };
    const nightly = () => contexts.map(({ outlet }, index) => copies[index]?.reconcile(outlet, options));

    await Promise.allSettled([refreshAll(), ...nightly()]);
    for (const id of ids) fake.orders.cancel(id);
    await Promise.allSettled([refreshAll(), ...nightly()]);

    for (const id of ids) {
      expect(await copies[0]?.get('bistro', id)).toMatchObject({ id, status: 'cancelled' });
      expect(await database.effects(`${id}: undefined to complete`)).toBe(1);
      expect(await database.effects(`${id}: complete to cancelled`)).toBe(1);
    }
    const { rows } = await database.pool.query('select count(*)::int from effects');
    expect(rows[0]?.count).toBe(2 * ids.length);
  }, 60_000);

  test('orders of a table that existed before are what changes are compared with', async () => {
    const fake = createFakeOutlet({ empty: true, rateLimit: false });
    const outlet = new OutletClient({
      baseUrl: fake.baseUrl,
      accessToken: fake.key('order-data').token,
      fetch: fake.fetch,
      rateLimit: false,
    });
    const from = new Date(Date.now() - 60_000);
    for (const id of ['booked', 'changed', 'new']) fake.orders.add({ id, status: 'complete' });
    const rows = await outlet.orders.list({ from }).toArray();
    await database.pool.query('create table orders (outlet_ref text, id text, content jsonb)');
    for (const order of rows)
      if (order.id !== 'new')
        await database.pool.query('insert into orders values ($1, $2, $3)', ['cafe', order.id, order]);
    const guide = await readFile(new URL('../../../../docs/guides/order-data.md', import.meta.url), 'utf8');
    const [, statement = ''] = /^(insert into outlet_orders .*?;)$/ms.exec(guide) ?? [];
    await database.pool.query(statement);
    fake.orders.cancel('changed');

    const changes: unknown[] = [];
    const copy = createOrderCopy({
      store: createPostgresOrderStore({ pool: database.pool }),
      onChange: (_, { before, order }) => changes.push([order.id, before?.status, order.status]),
    });
    await copy.backfill(outlet, { outletRef: 'cafe', from });
    await copy.reconcile(outlet, { outletRef: 'cafe' });
    await copy.close();

    expect(changes.toSorted()).toEqual([
      ['changed', 'complete', 'cancelled'],
      ['new', undefined, 'complete'],
    ]);
  });
});
