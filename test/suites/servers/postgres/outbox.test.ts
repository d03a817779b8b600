import { OutletClient } from 'outlet-open-api';
import { createPostgresOutboxStore, type PostgresClient } from 'outlet-open-api/postgres';
import { createOutbox, type Outbox } from 'outlet-open-api/sync';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../start/programs.js';
import { type Database, openDatabase } from './database.js';

describe.skipIf(!isInstalled('postgres'))('an outbox in PostgreSQL', () => {
  const fake = createFakeOutlet({ rateLimit: false });
  const { token } = fake.key('digital-ordering');
  const outlet = new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: token,
    fetch: fake.fetch,
    rateLimit: false,
    logLevel: 'off',
  });
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.close());

  const start = (): Outbox<PostgresClient> =>
    createOutbox({
      store: createPostgresOutboxStore({ pool: database.pool }),
      outlets: { get: () => outlet },
    });
  const orderOf = (orderId: string) => ({
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId },
    items: [{ menuItemId: 'item-burger', quantity: 1 }],
  });
  const refOf = (reference: string) => ({ keyRef: 'bistro', partner: 'foodie', reference });
  const placed = (number: string) =>
    fake.orders.all().filter(({ partnerInfo }) => partnerInfo?.orderId === number);

  test('an order joins the transaction of the caller', async () => {
    const outbox = start();
    const rolledBack = database.transaction(async (transaction) => {
      await outbox.addOrder('bistro', orderOf('T-1'), { transaction });
      throw new Error('The payment failed');
    });
    await expect(rolledBack).rejects.toThrow('The payment failed');
    expect(await outbox.get(refOf('T-1'))).toBeUndefined();

    await database.transaction(async (transaction) => {
      await outbox.addOrder('bistro', orderOf('T-1'), { transaction });
      const repeated = await outbox.addOrder('bistro', orderOf('T-1'), { transaction });
      expect(repeated).toMatchObject({ state: 'waiting' });
      expect(await outbox.get(refOf('T-1'))).toBeUndefined();
    });
    expect(await outbox.get(refOf('T-1'))).toMatchObject({ state: 'waiting' });
  });

  test('transactions that use all connections of the pool can add orders', async () => {
    const outbox = start();
    const numbers = Array.from({ length: database.pool.options.max }, (_, index) => `C-${index}`);
    const states = numbers.map((number) =>
      database.transaction(async (transaction) => {
        const { state } = await outbox.addOrder('bistro', orderOf(number), { transaction });
        return state;
      }),
    );
    expect(new Set(await Promise.all(states))).toEqual(new Set(['waiting']));
  });

  test('several processes send each order once', async () => {
    const outboxes = [start(), start(), start()];
    const running = outboxes.map((outbox) => outbox.run());
    const numbers = Array.from({ length: 30 }, (_, index) => `P-${index}`);
    await Promise.all(
      numbers.flatMap((number) => outboxes.map((outbox) => outbox.addOrder('bistro', orderOf(number)))),
    );
    const [outbox = start()] = outboxes;
    await expect
      .poll(
        async () => {
          const entries = await Promise.all(numbers.map((number) => outbox.get(refOf(number))));
          return entries.filter((entry) => entry?.order?.status === 'open').length;
        },
        { timeout: 30_000 },
      )
      .toBe(numbers.length);
    await Promise.all(outboxes.map((each) => each.close()));
    await Promise.all(running);
    expect(numbers.map((number) => placed(number).length)).toEqual(numbers.map(() => 1));
  });
});
