import { type CallError, OutletClient } from 'outlet-open-api';
import { createFakeOutlet, type UseCase } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { fieldsAt, operationOf, pointerTo } from '../../support/documented/document.js';
import { checkOf } from '../../support/documented/violations.js';
import { parametersOf } from './properties/requests.js';

const rateLimit = { requests: 50, interval: 1_000 };
const minute = 60_000;

test('the document allows every request of the SDK', async () => {
  const violations: string[] = [];
  const statuses = new Set<number>();
  const fake = createFakeOutlet({
    rateLimit,
    photos: (url) => ({ type: 'image/png', bytes: url.includes('large') ? 11 * 1024 * 1024 : 1_000 }),
  });
  const clientOf = (useCase: UseCase, accessToken = fake.key(useCase).token) =>
    new OutletClient({ baseUrl: fake.baseUrl, accessToken, fetch: checkedFetch, maxRetries: 0 });
  async function checkedFetch(url: string, init: RequestInit): Promise<Response> {
    violations.push(...(await violationsOf(new Request(url, init))));
    const response = await fake.fetch(url, init);
    statuses.add(response.status);
    return response;
  }
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
    [500, () => afterFault('server-error')],
    // The last one, because the next request of the key could still arrive in the full window.
    [429, () => afterFault('rate-limited')],
  ];
  async function afterFault(fault: 'rate-limited' | 'server-error'): Promise<unknown> {
    fake.failNext({ fault });
    return ordering.channels.list();
  }
  for (const [status, fail] of failures) {
    const error = await fail().catch((error: CallError) => error);
    expect(error).toMatchObject({ status });
  }

  expect(violations).toEqual([]);
  expect(statuses).toEqual(new Set([200, 201, ...failures.map(([status]) => status)]));
});

test('a request that violates the document is found', async () => {
  const url = 'https://pos.example/api/v1/orders?limit=7';
  const request = new Request(url, { method: 'POST', body: '{"channelId":7}' });
  expect(await violationsOf(request)).toEqual([
    'POST /orders has an undocumented parameter: limit',
    expect.stringContaining('missingProperty'),
  ]);
  expect(await violationsOf(new Request(url, { method: 'DELETE' }))).toEqual([
    'DELETE /orders is undocumented',
  ]);
});

/** What the document does not allow in a request. */
async function violationsOf(request: Request): Promise<string[]> {
  const { pathname, searchParams } = new URL(request.url);
  const call = `${request.method} ${pathname.replace('/api/v1', '')}`;
  const operation = operationOf(request.method, pathname.replace('/api/v1', ''));
  if (!operation) return [`${call} is undocumented`];
  const violations: string[] = [];
  const documented = parametersOf(operation, 'query');
  for (const name of searchParams.keys()) {
    if (documented.some((parameter) => parameter.name === name)) continue;
    violations.push(`${call} has an undocumented parameter: ${name}`);
  }
  for (const { name, required } of [...documented, ...parametersOf(operation, 'header')]) {
    if (required && !searchParams.has(name) && !request.headers.has(name))
      violations.push(`${call} lacks ${name}`);
  }
  if (!request.body) return violations;
  const schema = pointerTo(operation, 'requestBody', 'content', 'application/json', 'schema');
  if (Object.keys(fieldsAt(schema)).length === 0) return [...violations, `${call} has a body`];
  const check = checkOf(schema);
  if (!check(await request.json())) violations.push(`${call}: ${JSON.stringify(check.errors)}`);
  return violations;
}

function menuOf(itemImage: string) {
  return { menuItems: [{ photos: [{ itemImage }] }] };
}
