import { OutletClient } from 'outlet-open-api';
import { startEmulator } from 'outlet-open-api/emulator';
import { expect, test } from 'vitest';

test('places an order over HTTP', async () => {
  const emulator = await startEmulator({ port: 0 });
  const { fake, url } = emulator;
  fake.failNext({ method: 'POST', path: '/orders', fault: 'lost-response' });

  // What your program does, in this process or in another one.
  const outlet = new OutletClient({ baseUrl: url, accessToken: fake.key('digital-ordering').token });
  const { id } = await outlet.orders.create({
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1001' },
    items: [{ menuItemId: 'item-burger', quantity: 2 }],
  });

  expect(fake.orders.get(id)).toMatchObject({ status: 'open', total: 27.8 });
  expect(fake.requests).toHaveLength(2);
  await emulator.close();
});
