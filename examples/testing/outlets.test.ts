import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';

test('each key reads the orders of its own outlet', async () => {
  const bistro = createFakeOutlet({ outletId: 'bistro', empty: true });
  const cafe = bistro.addOutlet({ outletId: 'cafe', empty: true });
  const { id } = cafe.orders.add();

  const [ofBistro, ofCafe] = [bistro, cafe].map(({ baseUrl, key, fetch }) => {
    return new OutletClient({ baseUrl, accessToken: key('order-data').token, fetch });
  });

  await expect(ofBistro?.orders.get(id)).rejects.toThrow('404');
  expect(await ofCafe?.orders.get(id)).toMatchObject({ id });
});
