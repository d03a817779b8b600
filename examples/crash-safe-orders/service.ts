// Accepts orders of a guest's app. Each order that it has accepted reaches the outlet once, even if you kill the service.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createOutletPool, OutletError, RequestValidationError } from 'outlet-open-api';
import { createOutbox, type OutboxEntry, OutboxError } from 'outlet-open-api/sync';
import { createFileOutboxStore } from 'outlet-open-api/sync/node';
import { createWebhookHandler, sharedSecret, toNodeListener } from 'outlet-open-api/webhooks';
import { type GuestOrder, InvalidOrderError, newOrder } from './guest-order.js';
import { createMenuReader } from './menu.js';
import { required } from './required.js';

const {
  CURRENCY: currency = 'EUR',
  DATA_FOLDER = './data',
  PORT = '8080',
  READ_SECONDS = '300',
} = process.env;
const accessToken = required('OUTLET_ACCESS_TOKEN', 'the token of the API key');
const keyRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
const channelId = required('CHANNEL_ID', 'the ID of your channel at the outlet');
const partner = required('PARTNER_CHANNEL', 'the name of your platform, as the merchant registered it');
const secret = required('WEBHOOK_SECRET', 'the output of: openssl rand -hex 32');

const outlets = createOutletPool({ load: () => ({ accessToken }) });
const readMenu = createMenuReader(outlets, keyRef, partner);
const store = createFileOutboxStore(`${DATA_FOLDER}/${keyRef}/outbox`);
const outbox = createOutbox({
  store,
  outlets,
  readInterval: Number(READ_SECONDS) * 1_000,
  // A platform would inform the guest.
  onChange: ({ reference, state, order }) => console.log(`${reference} is now ${order?.status ?? state}`),
});
const handleWebhook = createWebhookHandler({
  verify: [sharedSecret({ query: 'secret', value: secret })],
  resolve: outlets.resolve(() => keyRef),
  consumers: [outbox],
});

const server = createServer(
  toNodeListener(async (request, info) => {
    try {
      const names = new URL(request.url).pathname.split('/').map(decodeURIComponent);
      const [, path, reference = '', action] = names;
      const ref = { keyRef, partner, reference };
      if (path === 'health') return new Response('ok');
      if (path === 'webhooks') return await handleWebhook(request, info);
      if (path !== 'orders') return Response.json({ message: 'Not found' }, { status: 404 });
      if (action === 'cancel') return Response.json(shown(await outbox.cancel(ref)), { status: 202 });
      if (request.method === 'POST') {
        const entry = await accept(Object(await request.json()));
        return Response.json(shown(entry), { status: 202 });
      }
      if (reference === '') return Response.json(await allOrders());
      const entry = await outbox.get(ref);
      return entry ? Response.json(shown(entry)) : Response.json({ message: 'Not found' }, { status: 404 });
    } catch (error) {
      console.error(error instanceof OutletError ? error.message : error);
      return Response.json({ message: String(error) }, { status: statusOf(error) });
    }
  }),
);
await once(server.listen(Number(PORT)), 'listening');
console.log(`Accepting orders at port ${PORT}`);
void outbox.run();

await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
// Requests that run get their response. The next start sends what is left.
await once(server.close(), 'close');
await outbox.close();
await store.close();
console.log('Stopped.');

/** Resolves after the order is on the disk. The app repeats its request if it gets no response, and gets the same order. */
async function accept(guestOrder: GuestOrder): Promise<OutboxEntry> {
  const channel = { channelId, partnerChannel: partner, currency };
  return outbox.addOrder(keyRef, newOrder(guestOrder, undefined, channel), {
    // A repeat needs no prices, which can have changed.
    complete: async () => newOrder(guestOrder, await readMenu(), channel),
  });
}

async function allOrders() {
  const orders: ReturnType<typeof shown>[] = [];
  for await (const entry of outbox.entries({ keyRef })) orders.push(shown(entry));
  return orders;
}

/** What the app shows to the guest. */
function shown({ reference, state, orderId, order, cancel, error }: OutboxEntry) {
  return { reference, id: orderId, status: order?.status ?? state, cancel, reason: error };
}

/** After a 503, the app repeats its request. */
function statusOf(error: unknown): number {
  if (error instanceof OutboxError) return { conflict: 409, 'not-found': 404 }[String(error.reason)] ?? 503;
  const invalid = [InvalidOrderError, RequestValidationError, SyntaxError, URIError];
  return invalid.some((type) => error instanceof type) ? 400 : 503;
}
