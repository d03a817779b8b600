// Reporting: copies three months of orders, and keeps up by webhook.
import { type Order, OutletClient } from 'outlet-open-api';
import { receiveWebhooks } from '../receive-webhooks.js';

const outlet = new OutletClient();
const books = new Map<string, Order>();
let reportFirst = () => {};
const first = new Promise<void>((resolve) => {
  reportFirst = resolve;
});

// Receive webhooks before you list: the list may not have an order that ends while you read it. Events are thin, so fetch the
// order. The last event wins, because one order can complete several times.
const receiver = await receiveWebhooks(async (event) => {
  const related = await outlet.fetchRelated(event);
  if (related.kind !== 'order') return;
  books.set(related.order.id, related.order);
  console.log(`${related.order.id} is ${related.order.status}; ${books.size} orders now`);
  reportFirst();
}, Number(process.env.WEBHOOK_PORT));

const to = new Date();
const from = new Date(to);
from.setUTCMonth(from.getUTCMonth() - 3);

for await (const page of outlet.orders.list({ from, to }).pages()) {
  // An order that a webhook brought is at least as new.
  for (const order of page.items) if (!books.has(order.id)) books.set(order.id, order);
  // Store page.checkpoint together with the orders. After a crash, { resumeFrom: checkpoint } continues behind them.
  console.log(
    `${page.window.from.slice(0, 10)} to ${page.window.to.slice(0, 10)}: ${books.size} orders so far`,
  );
}

const paid = [...books.values()]
  .filter(({ status }) => status === 'complete')
  .flatMap(({ payments }) => payments ?? []);
const cents = paid.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0);
console.log(`${books.size} orders in three months, ${(cents / 100).toFixed(2)} paid`);

// This example ends after the first order. Your receiver keeps running.
await first;
await receiver.close();
