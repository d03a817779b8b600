// Reporting: walks back three months of orders, then keeps up by webhook.
import { type Order, OutletClient } from 'outlet-open-api';
import { receiveWebhooks } from '../receive-webhooks.js';

const outlet = new OutletClient();
const books = new Map<string, Order>();

const to = new Date();
const from = new Date(to);
from.setUTCMonth(from.getUTCMonth() - 3);

for await (const page of outlet.orders.list({ from, to }).pages()) {
  for (const order of page.items) books.set(order.id, order);
  // Store page.checkpoint together with the orders: { resumeFrom: checkpoint } goes on behind them after a crash.
  console.log(
    `${page.window.from.slice(0, 10)} to ${page.window.to.slice(0, 10)}: ${books.size} orders so far`,
  );
}

const paid = [...books.values()]
  .filter(({ status }) => status === 'complete')
  .flatMap(({ payments }) => payments ?? []);
const cents = paid.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0);
console.log(`${books.size} orders in three months, ${(cents / 100).toFixed(2)} paid`);

// Events are thin: fetch the order, and let the last one win. One order can complete several times.
const receiver = await receiveWebhooks(async (event) => {
  const related = await outlet.fetchRelated(event);
  if (related.kind !== 'order') return;
  books.set(related.order.id, related.order);
  console.log(`${related.order.id} is ${related.order.status}; ${books.size} orders now`);
  receiver.close();
}, Number(process.env.WEBHOOK_PORT));
console.log('waiting for the next order');
