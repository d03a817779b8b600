// A backend for many outlets with several keys each, as the guides describe it: `backend.ts receive`, `backfill` or `nightly`.
import { createServer } from 'node:http';
import { createOutletPool, type PooledContext } from 'outlet-open-api';
import { createPostgresOrderStore } from 'outlet-open-api/postgres';
import { createOrderCopy } from 'outlet-open-api/sync';
import { createWebhookHandler, sharedSecret, toNodeListener } from 'outlet-open-api/webhooks';
import pg from 'pg';

const { DATABASE_URL, OUTLET_BASE_URL, PORT, WEBHOOK_SECRET, SINCE = '' } = process.env;
/** Short, because the test does not wait half a minute after each kill. */
const leaseDuration = 1_000;

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 });
pool.on('error', () => {});
pool.on('connect', (client) => client.on('error', () => {}));

const outlets = createOutletPool({
  async load(keyRef) {
    const text = 'select outlet_ref as "outletRef", token as "accessToken" from api_keys where key_ref = $1';
    const { rows } = await pool.query(text, [keyRef]);
    return { baseUrl: OUTLET_BASE_URL, ...rows[0] };
  },
});
const copy = createOrderCopy({
  store: createPostgresOrderStore({ pool }),
  async onChange(tx, { outletRef, before, order }) {
    const text = 'insert into changes (outlet_ref, order_id, before, after) values ($1, $2, $3, $4)';
    await tx.query(text, [outletRef, order.id, before, order]);
  },
});

const jobs: Readonly<Record<string, () => Promise<void>>> = {
  backfill: () =>
    forEachOutlet(({ outlet, outletRef }) =>
      copy.backfill(outlet, { outletRef, from: SINCE, leaseDuration }),
    ),
  nightly: () =>
    forEachOutlet(({ outlet, outletRef }) => copy.reconcile(outlet, { outletRef, leaseDuration })),
  async receive() {
    const handle = createWebhookHandler({
      verify: [sharedSecret({ query: 'secret', value: WEBHOOK_SECRET })],
      resolve: outlets.resolve(({ url }) => new URL(url).pathname.slice(1)),
      consumers: [copy],
    });
    createServer(toNodeListener(handle)).listen(Number(PORT), () => console.log('listening'));
  },
};

/** Runs a job with one key of each outlet. */
async function forEachOutlet(job: (context: PooledContext) => Promise<unknown>): Promise<void> {
  const { rows } = await pool.query('select min(key_ref) as "keyRef" from api_keys group by outlet_ref');
  const waiting = rows.values();
  const work = async () => {
    for (const { keyRef } of waiting) {
      try {
        await job(await outlets.context(keyRef));
      } catch (error) {
        console.error(keyRef, error);
        process.exitCode = 1;
      }
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  await pool.end();
}

await jobs[process.argv[2] ?? '']?.();
