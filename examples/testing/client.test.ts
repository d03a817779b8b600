import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';

test('lists the channels', async () => {
  const fake = createFakeOutlet();
  const accessToken = fake.key('digital-ordering').token;
  const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken, fetch: fake.fetch });

  expect(await outlet.channels.list()).toContainEqual(expect.objectContaining({ type: 'partner' }));
});
