// Forwards the order that the command line names. First finishes the orders of earlier runs, with the same idempotency keys and bodies.
// The API creates each order once, even if an earlier run was killed.
import { type OrderCreateParams, OutletClient } from 'outlet-open-api';
import { logError } from './log-error.js';
import { type Entry, Outbox } from './outbox.js';
import { required } from './required.js';

const [reference] = process.argv.slice(2);
const { DATA_FOLDER = './data' } = process.env;
const outletRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
const channelId = required('CHANNEL_ID', 'the ID of your channel at the outlet');
const partnerChannel = required(
  'PARTNER_CHANNEL',
  'the name of your platform, as the merchant registered it',
);
const outlet = new OutletClient();
const outbox = new Outbox<OrderCreateParams>(`${DATA_FOLDER}/${outletRef}/outbox`);

for (const entry of await outbox.unfinished()) {
  if (entry.reference !== reference) await send(entry);
}
if (reference) await send(await outbox.add(reference, () => newOrder(reference)));

/** Sends an order. If this fails, the other orders continue. */
async function send(entry: Entry<OrderCreateParams>): Promise<void> {
  const { reference } = entry;
  try {
    const id = await outbox.send(entry, async (order, options) => {
      console.log(`Forwarding ${reference}`);
      const { data, meta } = await outlet.orders.create(order, options).withResponse();
      if (meta.idempotentReplay) console.log(`An earlier call created ${reference}`);
      return data;
    });
    console.log(`${reference} is ${id}`);
  } catch (error) {
    logError(error);
    process.exitCode = 1;
  }
}

async function newOrder(orderId: string): Promise<OrderCreateParams> {
  const channels = (await outlet.channels.list()).filter(({ type }) => type === 'partner');
  if (!channels.some(({ id }) => id === channelId)) {
    const ids = channels.map(({ id }) => id).join(', ');
    throw new Error(`The outlet has no partner channel ${channelId}. Set CHANNEL_ID to one of: ${ids}.`);
  }
  const menu = await outlet.menus.get<{ readonly menuItems: readonly { readonly id: string }[] }>({
    channelType: 'partner',
    partnerChannel,
  });
  const [dish] = menu.menuItems;
  if (!dish) throw new Error('The menu is empty.');
  return {
    channelId,
    partnerInfo: { partnerChannel, orderId },
    items: [{ menuItemId: dish.id, quantity: 1 }],
  };
}
