import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresOrderStore } from 'outlet-open-api/postgres';
import { expect, inject, test } from 'vitest';
import { createRandom } from '../../../src/random.js';
import { reservePort } from '../../restaurant/serve.js';
import { openDatabase } from '../database.js';
import { webhookPathOf } from '../keys.js';
import { settingsOf } from '../outlets.js';
import { booksOfBackend, booksOfOutlets } from '../story/books.js';
import { openRestaurant } from '../story/restaurant.js';
import { runJob } from '../story/run-job.js';
import { postTakings } from '../takings.js';
import { newDatabase } from './new-database.js';

const clockAhead = new URL('clock-ahead.mjs', import.meta.url).href;

test.skipIf(!newDatabase.PostgreSQL)(
  'two receivers, of which one has a fast clock, lose and double no event of two keys while they are killed',
  async ({ onTestFinished }) => {
    const random = createRandom(1).integer;
    const reserved = [await reservePort(), await reservePort()];
    for (const { release } of reserved) onTestFinished(release);
    const ports = reserved.map(({ port }) => port);
    let turn = 0;
    const { outlets, baseUrl, addTo, deliverTo, close } = await openRestaurant({
      empty: true,
      rateLimit: false,
      webhookDuplicates: 0.2,
      webhookRetries: 8,
      webhookRetryDelay: 200,
      webhookFetch(url, init) {
        turn += 1;
        const { pathname, search } = new URL(url);
        return fetch(`http://127.0.0.1:${ports[turn % 2]}${pathname}${search}`, init);
      },
    });
    onTestFinished(close);
    const DATABASE = (await newDatabase.PostgreSQL?.(onTestFinished)) ?? '';
    const db = await openDatabase(DATABASE);
    onTestFinished(() => db.close());
    await addTo(db);
    deliverTo((keyRef) => `http://receivers.example${webhookPathOf(keyRef, 'change-me')}`);

    const environment = { OUTLET_BASE_URL: baseUrl, DATABASE, WEBHOOK_SECRET: 'change-me' };
    const kills: (() => void)[] = [];
    let isStopping = false;
    const supervised = ports.map(async (port, index) => {
      const preloads = index === 0 ? [] : ['--import', clockAhead];
      while (!isStopping) {
        const ended = await runJob(
          'receive',
          { ...environment, PORT: String(port) },
          (_, kill) => {
            kills[index] = kill;
          },
          [...preloads, inject('job')],
        );
        expect(ended).toEqual({ code: null, signal: 'SIGKILL' });
      }
    });
    onTestFinished(async () => {
      isStopping = true;
      for (const kill of kills) kill();
      await Promise.all(supervised);
    });
    await expect.poll(() => kills.length).toBe(2);

    for (let change = 0; change < 150; change += 1) {
      const id = `order-${random(0, 40)}`;
      const { orders } = random(0, 1) === 0 ? outlets.bistro : outlets.bakery;
      const status = orders.all().find((order) => order.id === id)?.status;
      const payment = { amount: random(100, 9_999) / 100, created: new Date().toISOString() };
      if (status === undefined) orders.add({ id, payments: [payment] });
      if (status === 'complete' && random(0, 1) === 0) orders.cancel(id);
      else if (status === 'complete') orders.reopen(id);
      else if (status !== 'cancelled') orders.complete(id);
      if (change % 40 === 20) kills[random(0, 1)]?.();
      await pause(50);
    }
    await outlets.bistro.idle();
    for (const { orders } of Object.values(outlets))
      for (const { id, status } of orders.all())
        if (status !== 'complete' && status !== 'cancelled') orders.complete(id);
    await outlets.bistro.idle();
    const ledger = { post: async () => {}, check: async () => {} };
    for (const outletRef of Object.keys(outlets))
      await postTakings(createPostgresOrderStore({ pool: db }), ledger, await settingsOf(db, outletRef));
    expect((await booksOfBackend(db, [])).orders).toEqual(booksOfOutlets(outlets, '').orders);
  },
);
