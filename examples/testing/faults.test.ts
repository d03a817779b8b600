import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';

test('a lost response creates no second reservation', async () => {
  const fake = createFakeOutlet();
  const accessToken = fake.key('reservations').token;
  const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken, fetch: fake.fetch });
  const before = fake.orders.all().length;
  fake.failNext({ method: 'POST', path: '/orders/reservations', fault: 'lost-response' });

  await outlet.reservations.create({
    channelId: 'table-1',
    guestCount: 2,
    partnerReservationInfo: { partnerName: 'bookable', reservationId: 'R-1' },
  });

  expect(fake.requests).toHaveLength(2);
  expect(fake.orders.all()).toHaveLength(before + 1);
});
