import { createServer } from 'node:http';
import { type CallError, OutletClient } from 'outlet-open-api';
import { startEmulator } from 'outlet-open-api/emulator';
import type { UseCase } from 'outlet-open-api/testing';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../src/emulator/server/listen.js';
import { startProxy } from './start.js';

const rateLimit = { requests: 50, interval: 1_000 };
const minute = 60_000;

async function open() {
  const emulator = await startEmulator({
    port: 0,
    rateLimit,
    photos: (url) => ({ type: 'image/png', bytes: url.includes('large') ? 11 * 1024 * 1024 : 1_000 }),
  });
  onTestFinished(() => emulator.close());
  const { fake } = emulator;
  const proxy = await startProxy(emulator.url);
  const clientOf = (useCase: UseCase, accessToken = fake.key(useCase).token) =>
    new OutletClient({ baseUrl: proxy.url, accessToken, fetch: proxy.fetch, rateLimit, maxRetries: 0 });
  return { fake, proxy, clientOf };
}

test('Prism reports no violation between the client and the emulator', async () => {
  const { fake, proxy, clientOf } = await open();
  const ordering = clientOf('digital-ordering');
  const reservations = clientOf('reservations');
  const data = clientOf('order-data');
  const last = (time: number) => ({ from: new Date(Date.now() - time), to: new Date(Date.now() + 1_000) });

  const channelId = (await ordering.channels.list()).find(({ type }) => type === 'partner')?.id ?? '';
  await ordering.menus.get({ channelType: 'partner', partnerChannel: 'foodie' });
  const order = {
    channelId,
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
    items: [
      {
        menuItemId: 'item-burger',
        quantity: 2,
        customerName: 'Ada',
        options: [{ optionId: 'option-cheese', quantity: 1 }],
      },
    ],
    payments: [
      { offlineMethod: 'card', amount: 20, currency: 'EUR', externalId: 'P-1', created: new Date() },
    ],
    appliedDiscounts: [{ name: 'Lunch', amount: 1 }],
  };
  const call = ordering.orders.create(order);
  const { id } = await call;
  const { idempotencyKey } = call;
  const replay = await ordering.orders.create(order, { idempotencyKey }).withResponse();
  expect(replay.meta.idempotentReplay).toBe(true);
  await ordering.orders.get(id);
  await ordering.orders.cancel(id);

  const reservation = await reservations.reservations.create({
    channelId: 'table-1',
    guestCount: 2,
    partnerReservationInfo: { partnerName: 'bookable', reservationId: 'R-1', phoneNumber: '+4930123456' },
    payments: [{ offlineMethod: 'card', amount: 10, currency: 'EUR' }],
  });
  await reservations.reservations.update(reservation.id, {
    guestCount: 3,
    channelId: 'table-2',
    partnerReservationInfo: { note: 'Window' },
  });
  await reservations.reservations.cancel(reservation.id);

  for (let count = 0; count < 60; count += 1) fake.orders.complete(fake.orders.add().id);
  expect(await data.orders.list(last(minute)).toArray()).toHaveLength(62);
  await data.orders.list({ ...last(minute), status: 'cancelled' }).toArray();
  await data.actionLogs.forOrder(id);
  await data.actionLogs.list({ ...last(minute), channelId, search: 'order' }).toArray();
  fake.goodsReceipts.add({ status: 'draft' });
  await data.goodsReceipts.list({ ...last(minute), status: ['draft', 'completed'] }).toArray();
  await data.orders.import({ externalOrderSource: 'old-pos', orderDate: new Date(0), number: 7 });
  await data.baseMenus.create(menuOf('https://photos.example/burger.png'));

  const failures: [number, () => Promise<unknown>][] = [
    [400, () => ordering.orders.create({ ...order, items: [{ menuItemId: 'unknown', quantity: 1 }] })],
    [400, () => data.baseMenus.create(menuOf('https://10.0.0.1/burger.png'))],
    [401, () => clientOf('order-data', 'revoked').channels.list()],
    [403, () => data.goodsReceipts.list({ ...last(minute), outletId: 'another' }).toArray()],
    [404, () => data.orders.get('unknown')],
    [409, () => ordering.orders.create({ ...order, payments: [] }, { idempotencyKey })],
    [413, () => data.baseMenus.create(menuOf('https://photos.example/large.png'))],
    [429, () => afterFault('rate-limited')],
    [500, () => afterFault('server-error')],
  ];
  async function afterFault(fault: 'rate-limited' | 'server-error'): Promise<unknown> {
    fake.failNext({ fault });
    return ordering.channels.list();
  }
  for (const [status, fail] of failures) {
    const error = await fail().catch((error: CallError) => error);
    expect(error).toMatchObject({ status });
  }

  expect(proxy.violations).toEqual([]);
  expect(proxy.statuses).toEqual(new Set([200, 201, ...failures.map(([status]) => status)]));
});

test('Prism reports a request and a response that violate the document', async () => {
  const service = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"data":[{"type":"partner"}]}');
  });
  const proxy = await startProxy(await listen(service, 0, '127.0.0.1'));
  onTestFinished(() => void service.close());
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };

  await proxy.fetch(`${proxy.url}/api/v1/channels`, { headers });
  await proxy.fetch(`${proxy.url}/api/v1/orders`, { method: 'POST', headers, body: '{"channelId":7}' });

  expect(proxy.violations).toEqual([
    expect.stringContaining("must have required property 'id'"),
    expect.stringContaining('channelId must be string'),
  ]);
});

function menuOf(itemImage: string) {
  return { menuItems: [{ photos: [{ itemImage }] }] };
}
