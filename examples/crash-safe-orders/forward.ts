// Forwards the order that the command line names. First finishes the orders of earlier runs, with the same idempotency keys and bodies.
// The API creates each order once, even if an earlier run was killed.
import { randomUUID } from 'node:crypto';
import {
  BadRequestError,
  isOutletError,
  type OrderCreateParams,
  OutletClient,
  RequestValidationError,
} from 'outlet-open-api';
import { logError } from './log-error.js';
import { type Entry, Outbox } from './outbox.js';
import { required } from './required.js';

const [reference] = process.argv.slice(2);
const { DATA_FOLDER = './data' } = process.env;
const channelId = required('CHANNEL_ID', 'the ID of your channel at the outlet');
const partnerChannel = required(
  'PARTNER_CHANNEL',
  'the name of your platform, as registered in the dashboard',
);
const oneDay = 24 * 60 * 60 * 1_000;
const outlet = new OutletClient();
const outbox = await Outbox.open(`${DATA_FOLDER}/outbox.jsonl`);

for (const entry of outbox.unfinished) {
  console.log(`Finishing ${entry.order.partnerInfo.orderId}`);
  await send(entry);
}
if (reference) {
  const entry = {
    idempotencyKey: randomUUID(),
    order: await newOrder(reference),
    since: new Date().toISOString(),
  };
  await outbox.add(entry);
  console.log(`Forwarding ${reference}`);
  await send(entry);
}
await outbox.close();

/** Sends an order. If the outcome is unknown, the order stays in the outbox for the next run, and the other orders continue. */
async function send({ idempotencyKey, order, since }: Entry): Promise<void> {
  const { orderId } = order.partnerInfo;
  if (Date.now() - Date.parse(since) > oneDay) {
    console.error(
      `${orderId} is older than 24 hours, so repeating it could order twice. Look for it in the POS.`,
    );
    return;
  }
  try {
    const { data, meta } = await outlet.orders.create(order, { idempotencyKey }).withResponse();
    console.log(`${orderId} is ${data.id}${meta.idempotentReplay ? ', created by an earlier call' : ''}`);
  } catch (error) {
    if (!isOutletError(error)) throw error;
    logError(error);
    process.exitCode = 1;
    if (!isInvalid(error)) return;
  }
  await outbox.finish(idempotencyKey);
}

/** Returns whether the order is invalid, so that it fails again. After any other error, the API may have created the order. */
function isInvalid(error: unknown): boolean {
  if (error instanceof RequestValidationError) return true;
  return error instanceof BadRequestError && error.outcome === 'rejected';
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
