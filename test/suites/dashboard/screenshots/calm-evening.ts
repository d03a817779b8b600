import { type Emulator, startEmulator } from 'outlet-open-api/emulator';
import { type Evening, send } from './evening.js';

const minute = 60_000;
const burger = { menuItemId: 'item-burger', quantity: 1 };
const cheeseburger = { ...burger, options: [{ optionId: 'option-cheese', quantity: 1 }] };

/** What guests order, the minutes until the next order, and what happens to the order. */
const dinner: readonly {
  items: readonly object[];
  pause: number;
  steps: readonly ('inKitchen' | 'ready' | 'complete' | 'cancel')[];
}[] = [
  { items: [{ ...burger, quantity: 3 }], pause: 3, steps: ['inKitchen', 'ready', 'complete'] },
  { items: [{ menuItemId: 'item-pizza', quantity: 2 }], pause: 2, steps: ['cancel'] },
  { items: [cheeseburger], pause: 4, steps: ['inKitchen', 'ready', 'complete'] },
  { items: [{ ...cheeseburger, quantity: 2 }], pause: 3, steps: ['inKitchen', 'ready'] },
  { items: [burger, { menuItemId: 'item-salad', quantity: 1 }], pause: 3, steps: ['cancel'] },
  { items: [burger, { menuItemId: 'item-cake', quantity: 1 }], pause: 3, steps: ['inKitchen', 'ready'] },
  { items: [{ ...cheeseburger, quantity: 4 }], pause: 2, steps: ['inKitchen'] },
  { items: [burger, { menuItemId: 'item-lemonade', quantity: 1 }], pause: 3, steps: ['inKitchen'] },
  { items: [{ menuItemId: 'item-soup', quantity: 2 }], pause: 4, steps: [] },
  { items: [{ ...cheeseburger, quantity: 2 }], pause: 1, steps: [] },
];

/**
 * Starts an emulator with orders in every column of the board, whose webhooks arrive and whose requests succeed. It has a seed and
 * a clock of its own, so that the board is the same each time.
 */
export async function startCalmEvening(): Promise<Evening> {
  let time = Date.parse('2026-05-22T18:02:00.000Z');
  const emulator = await startEmulator({
    port: 0,
    seed: 4,
    now: () => time,
    webhookFetch: async () => new Response('ok'),
  });
  const ids: string[] = [];
  for (const [index, { items, pause }] of dinner.entries()) {
    ids.push(await order(emulator, `F-${1001 + index}`, items));
    time += pause * minute;
  }
  for (const [index, { steps }] of dinner.entries()) {
    for (const step of steps) emulator.fake.orders[step](ids[index] ?? '');
    time += 1_000;
  }
  await emulator.fake.idle();
  return { dashboardUrl: emulator.dashboardUrl, now: () => time, close: () => emulator.close() };
}

async function order(emulator: Emulator, orderId: string, items: readonly object[]): Promise<string> {
  const { id } = await send(emulator, 'digital-ordering', 'POST', '/orders', {
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId },
    items,
  });
  return id;
}
