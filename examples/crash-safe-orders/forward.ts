// Forwards an order, and first finishes what an earlier run began: with the same key and the same body, so that the service performs it
// once, whenever that run died.
import { randomUUID } from 'node:crypto';
import { BadRequestError, CallError, type OrderCreateParams, OutletClient } from 'outlet-open-api';
import { type Entry, Outbox } from './outbox.js';

const [path = 'outbox.jsonl', orderId = 'F-1001'] = process.argv.slice(2);
const oneDay = 24 * 60 * 60 * 1_000;
const outlet = new OutletClient();
const outbox = await Outbox.open(path);

for (const entry of outbox.unfinished) {
  console.log(`finishing ${entry.order.partnerInfo?.orderId}`);
  await finish(entry);
}
if (process.argv[3]) {
  const entry = { idempotencyKey: randomUUID(), order: await newOrder(), since: new Date().toISOString() };
  await outbox.begin(entry);
  console.log(`forwarding ${orderId}`);
  await finish(entry);
}
await outbox.close();

/** One order that cannot be finished does not hold up those behind it: what stays in the outbox is tried again by the next run. */
async function finish({ idempotencyKey, order, since }: Entry): Promise<void> {
  if (Date.now() - Date.parse(since) > oneDay) {
    console.error(
      `${idempotencyKey} is too old to be repeated: look whether the order exists, and finish it by hand`,
    );
    return;
  }
  try {
    const { data, meta } = await outlet.orders.create(order, { idempotencyKey }).withResponse();
    console.log(`${data.id} stands${meta.idempotentReplay ? ': it had been made before' : ''}`);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    console.error(error.message);
    // An order that is wrong stays wrong. Anything else may pass, or may have been performed.
    if (!(error instanceof BadRequestError) || error.outcome !== 'rejected') return;
  }
  await outbox.finish(idempotencyKey);
}

async function newOrder(): Promise<OrderCreateParams> {
  const channels = await outlet.channels.list();
  const channel = channels.find(({ type }) => type === 'partner');
  const query = { channelType: 'partner', partnerChannel: 'foodie' };
  const menu = await outlet.menus.get<{ menuItems: { id: string }[] }>(query);
  const [dish] = menu.menuItems;
  if (!channel || !dish) throw new Error('There is no partner channel, or no menu.');
  return {
    channelId: channel.id,
    partnerInfo: { partnerChannel: 'foodie', orderId },
    items: [{ menuItemId: dish.id, quantity: 1 }],
  };
}
