import { ApiError, OutletClient, VERSION } from 'outlet-open-api';
import { type UseCase, useCases } from 'outlet-open-api/webhooks';
import { expect, test, vi } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { restaurant } from './restaurant.js';

const { open, client } = restaurant();

const partnerInfo = { partnerChannel: 'foodie', orderId: 'F-1' };
const partnerReservationInfo = { partnerName: 'bookable', reservationId: 'R-1', firstName: 'Grace' };

test('a client takes every option of the contract', async () => {
  const fake = open();
  const [onAttempt, onAttemptEnd, onSchemaMismatch] = Array.from({ length: 3 }, () => vi.fn());
  const outlet = new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: async () => fake.key('digital-ordering').token,
    timeout: 30_000,
    deadline: Number.POSITIVE_INFINITY,
    maxRetries: 4,
    rateLimit: { requests: 5, interval: 1_000 },
    responseValidation: 'lenient',
    cursorParam: 'cursor',
    fetch: globalThis.fetch,
    logger: console,
    logLevel: 'warn',
    hooks: { onAttempt, onAttemptEnd, onSchemaMismatch },
  });
  const urgent = outlet.withOptions({ timeout: 20_000 });
  await urgent.channels.list({
    signal: AbortSignal.timeout(60_000),
    timeout: 40_000,
    deadline: 50_000,
    maxRetries: 0,
  });
  await urgent.channels.list({ headers: { 'x-trace': '1' }, priority: 'background' });

  expect(onAttempt).toHaveBeenCalledTimes(2);
  expect(onAttemptEnd).toHaveBeenCalledTimes(2);
  expect(onSchemaMismatch).not.toHaveBeenCalled();
  expect(outlet.rateLimitState).toMatchObject({
    limit: 5,
    queued: { interactive: 0, background: 0 },
  });
});

test('URL and token come from the environment if they are not passed', async () => {
  const fake = open();
  vi.stubEnv('OUTLET_BASE_URL', fake.baseUrl);
  vi.stubEnv('OUTLET_ACCESS_TOKEN', fake.key('digital-ordering').token);
  expect(await new OutletClient().channels.list()).not.toHaveLength(0);
});

test('digital ordering: every method §use-case.digital-ordering §orders-create.body §orders-create.discounts', async () => {
  const fake = open({ rateLimit: false });
  const outlet = client(fake, 'digital-ordering', { responseValidation: 'strict', rateLimit: false });

  const channels = await outlet.channels.list();
  const channelId = channels.find(({ type }) => type === 'partner')?.id ?? '';
  const menu = await outlet.menus.get({ channelType: 'partner', partnerChannel: 'foodie' });
  expect(menu).toHaveProperty('menuItems');

  const items = [{ menuItemId: 'item-burger', quantity: 1, customerName: 'Ada' }];
  const payments = [
    { offlineMethod: 'card', amount: 13.9, currency: 'EUR', externalId: 'p-1', created: new Date() },
  ];
  const appliedDiscounts = [{ name: undefined, amount: 1 }];
  const order = await outlet.orders.create({ channelId, partnerInfo, items, payments, appliedDiscounts });
  expect(order).toMatchObject({
    status: 'open',
    channelId,
    partnerInfo,
    appliedDiscounts: [{ name: 'Open Discount' }],
  });

  const same = await outlet.orders.get(order.id);
  expect(same).toEqual(order);
  const gone = await outlet.orders.cancel(order.id);
  expect(gone.status).toBe('cancelled');

  const imported = await outlet.orders.import({
    externalOrderSource: 'old-pos',
    orderDate: '2025-01-01T12:00:00.000Z',
    paidAt: new Date('2025-01-01T13:00:00Z'),
    number: 12,
    receiptNumber: 'R-12',
  });
  expect(imported.status).toBe('complete');

  const log = await outlet.actionLogs.forOrder(order.id);
  expect(log.map(({ created }) => created)).toEqual(
    log
      .map(({ created }) => created)
      .toSorted()
      .toReversed(),
  );

  const base = await outlet.baseMenus.create({
    menuItems: [{ photos: [{ itemImage: 'https://cdn.example/a.jpg' }] }],
  });
  expect(base.menuItems?.[0]?.photos?.[0]?.itemImage).not.toBe('https://cdn.example/a.jpg');
});

test('reservations: every method §use-case.reservations §reservations-create.deposit §reservations-create.info', async () => {
  const fake = open({ rateLimit: false });
  const outlet = client(fake, 'reservations', { responseValidation: 'strict', rateLimit: false });
  const [table, other] = (await outlet.channels.list()).filter(({ type }) => type === 'dine-in');

  const seated = await outlet.reservations.create({
    channelId: table?.id ?? '',
    guestCount: 4,
    partnerReservationInfo,
    payments: [{ offlineMethod: 'card', amount: 20 }],
  });
  expect(seated).toMatchObject({ status: 'open', guestCount: 4, partnerReservationInfo });
  const moved = await outlet.reservations.update(seated.id, { channelId: other?.id, guestCount: 5 });
  expect(moved).toMatchObject({ channelId: other?.id, guestCount: 5 });
  const off = await outlet.reservations.cancel(seated.id);
  expect(off.status).toBe('cancelled');
});

test('an unknown endpoint is called by its path', async () => {
  const fake = open();
  const outlet = client(fake, 'order-data');
  const { id } = fake.orders.add();
  expect(await outlet.request({ method: 'GET', path: `/orders/${id}` })).toMatchObject({ id });
  const unknown = await outlet.request({ method: 'GET', path: '/outlet' }).catch((error: unknown) => error);
  expect(unknown instanceof ApiError && unknown.status).toBe(404);
});

test('waitFor waits until an order has the wanted status', async () => {
  const fake = open();
  const outlet = client(fake, 'order-data');
  const { id } = fake.orders.add();
  const complete = outlet.orders.waitFor(id, { until: ({ status }) => status === 'complete', interval: 10 });
  fake.orders.complete(id);
  expect((await complete).status).toBe('complete');
});

test('useCases lists the use cases that a key can have', () => {
  const names: readonly UseCase[] = useCases;
  expect(names).toEqual(['digital-ordering', 'reservations', 'order-data', 'inventory-management']);
});

test('VERSION is that of the package', () => {
  expect(VERSION).toBe(manifest.version);
});
