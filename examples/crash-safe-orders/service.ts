// Accepts orders of a guest's app, sends each of them once, and follows them. It can be killed at any time.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { OutletClient } from 'outlet-open-api';
import { createWebhookHandler, sharedSecret, toNodeListener } from 'outlet-open-api/webhooks';
import { createEndpoints } from './endpoints.js';
import { followOrders, sweepRegularly } from './follow-orders.js';
import { logError } from './log-error.js';
import { MenuReader } from './menu-reader.js';
import { isUnfinished, OrderBook } from './order-book.js';
import { required } from './required.js';
import { createSender } from './send-orders.js';

const { CURRENCY: currency = 'EUR', DATA_FOLDER = './data', PORT = '8080' } = process.env;
const outletRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
const channelId = required('CHANNEL_ID', 'the ID of your channel at the outlet');
const partnerChannel = required(
  'PARTNER_CHANNEL',
  'the name of your platform, as the merchant registered it',
);
const secret = required('WEBHOOK_SECRET', 'the output of: openssl rand -hex 32');

const stop = new AbortController();
const outlet = new OutletClient();
await checkChannel();
const book = await OrderBook.open(`${DATA_FOLDER}/${outletRef}/orders`);
const feed = followOrders(outlet, book, stop.signal);
const sender = createSender(outlet, book, feed, stop.signal);
const handle = createEndpoints({
  channel: { channelId, partnerChannel, currency },
  menu: new MenuReader(outlet, partnerChannel),
  book,
  sender,
  handleWebhook: createWebhookHandler({
    verify: [sharedSecret({ query: 'secret', value: secret })],
    consumers: [feed],
  }),
});

const server = createServer(toNodeListener(handle));
await once(server.listen(Number(PORT)), 'listening');
console.log(`Accepting orders at port ${PORT}`);
for (const order of book.all().filter(isUnfinished)) sender.start(order.reference);
const sweeps = sweepRegularly({ outlet, book, feed, sender }, stop.signal);

await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
// Requests that run get their response. The next start sends what is left.
await once(server.close(), 'close');
stop.abort();
await Promise.all([sender.idle(), sweeps]);
console.log('Stopped.');

/** A wrong channel would get every order rejected. If the API does not respond, the service starts anyway. */
async function checkChannel(): Promise<void> {
  const channels = await outlet.channels.list({ deadline: 4_000 }).catch(logError);
  if (!channels || channels.some(({ id }) => id === channelId)) return;
  const ids = channels.filter(({ type }) => type === 'partner').map(({ id }) => id);
  throw new Error(`The outlet has no channel ${channelId}. Set CHANNEL_ID to one of: ${ids.join(', ')}.`);
}
