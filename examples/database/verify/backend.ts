// `receive`, `nightly` and `backfill` in one process, because only one process can open a folder of PGlite. The file
// outlet-verify.config.mjs starts it with one outlet, `bistro`.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createPostgresOrderStore } from 'outlet-open-api/postgres';
import { toNodeListener } from 'outlet-open-api/webhooks';
import { openDatabase } from '../database.js';
import { addKey, forEachOutlet, openOutlets } from '../keys.js';
import { backfill, nightly, openCopy } from '../orders.js';
import { addOutlet } from '../outlets.js';
import { receiveOrders } from '../receive.js';
import { postTakings } from '../takings.js';

const { DATA_FOLDER = '', OUTLET_ACCESS_TOKEN = '', PORT, WEBHOOK_SECRET = '' } = process.env;
const db = await openDatabase(`${DATA_FOLDER}/database`);
const bistro = {
  outletRef: 'bistro',
  ...{ timeZone: 'Asia/Bangkok', currency: 'EUR', startsAt: '04:00', firstDay: '2020-01-01' },
};
await addOutlet(db, bistro);
// After a rotation, the process starts again with the new token.
await addKey(db, {
  keyRef: 'bistro',
  outletRef: 'bistro',
  useCase: 'order-data',
  accessToken: OUTLET_ACCESS_TOKEN,
});
const outlets = openOutlets(db);
const copy = openCopy(db);
const store = createPostgresOrderStore({ pool: db });
/** The command compares orders, so what is posted does not matter. */
const ledger = { post: async () => {}, check: async () => {} };
const receive = receiveOrders(copy, outlets, WEBHOOK_SECRET);

const server = createServer(
  toNodeListener(async (request, info) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/hooks') return receive(request, info);
    const route = routes[`${request.method} ${pathname}`];
    return (await route?.(request)) ?? new Response(null, { status: 404 });
  }),
);

const routes: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  'GET /health': async () => new Response('ok'),
  async 'GET /orders'() {
    await postTakings(store, ledger, bistro);
    const { rows } = await db.query(
      `select order_id as id, content ->> 'status' as status, coalesce(sum(minor_units), 0)::float / 100 as paid
       from outlet_orders left join takings using (outlet_ref, order_id)
       where content ->> 'status' in ('complete', 'cancelled')
       group by outlet_ref, order_id`,
    );
    return Response.json(rows);
  },
  async 'POST /nightly'() {
    await forEachOutlet(db, outlets, (outlet, outletRef) => nightly(copy, outlet, outletRef));
    return new Response('ok');
  },
  async 'POST /backfill'(request) {
    const { from } = await request.json();
    await forEachOutlet(db, outlets, (outlet, outletRef) => backfill(copy, outlet, outletRef, from));
    return new Response('ok');
  },
};

await once(server.listen(Number(PORT)), 'listening');
console.log('Receiving webhooks');
await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
server.closeIdleConnections();
await once(server.close(), 'close');
await copy.close();
await db.close();
