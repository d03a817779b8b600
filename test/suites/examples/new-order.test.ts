import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test, vi } from 'vitest';
import { newOrder } from '../../../examples/digital-ordering/new-order.js';

test('newOrder orders at the configured channel, beside another delivery platform', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const fake = createFakeOutlet({ rateLimit: false });
  fake.channels.remove('channel-foodie');
  fake.channels.add({ id: 'channel-eatly', type: 'partner' }, { id: 'channel-foodie', type: 'partner' });
  fake.channels.publish();
  const accessToken = fake.key('digital-ordering').token;
  const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken, fetch: fake.fetch });

  const order = await newOrder(outlet, 'channel-foodie', 'foodie', 'F-1002');

  expect(order.channelId).toBe('channel-foodie');
  await expect(newOrder(outlet, 'channel-foody', 'foodie', 'F-1003')).rejects.toThrow(
    'The outlet has no partner channel channel-foody. Set CHANNEL_ID to one of: channel-eatly, channel-foodie.',
  );
});
