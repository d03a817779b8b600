// An inventory system: fetches the menu whenever it is published.
import { OutletClient } from 'outlet-open-api';
import { receiveWebhooks } from '../receive-webhooks.js';

const outlet = new OutletClient();
const receiver = await receiveWebhooks(async (event) => {
  if (event.event !== 'menus.published') return;
  const { menu } = await outlet.fetchRelated(event, { channelType: 'dine-in' });
  console.log(`published at ${event.updatedAt}: a menu with the fields ${Object.keys(menu).join(', ')}`);
  receiver.close();
}, Number(process.env.WEBHOOK_PORT));
console.log('waiting for the menu to be published');
