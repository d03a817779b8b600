import * as sdk from 'outlet-open-api';
import { expect, test } from 'vitest';
import { restaurant } from './restaurant.js';

const { open, client } = restaurant();

test('an error response becomes an error that describes the call', async () => {
  const outlet = client(open(), 'order-data');
  const error = await outlet.orders.get('o-unknown').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(sdk.NotFoundError);
  expect(error).toBeInstanceOf(sdk.ApiError);
  expect(error).toMatchObject({
    status: 404,
    method: 'GET',
    path: '/orders/{orderId}',
    idempotencyKey: undefined,
    attempts: 1,
    outcome: 'rejected',
    rateLimit: { limit: 5 },
  });
});

test('field errors are keyed by path', async () => {
  const outlet = client(open(), 'digital-ordering');
  const photos = [{ itemImage: 'http://cdn.example/a.jpg' }];
  const error = await outlet.baseMenus.create({ menuItems: [{ photos }] }).catch((reason: unknown) => reason);
  if (!(error instanceof sdk.BadRequestError)) throw error;
  expect(Object.keys(error.fieldErrors)).toEqual(['menuItems[0].photos[0].itemImage']);
});

test('a call without a response has an unknown outcome', async () => {
  const fake = open();
  const outlet = client(fake, 'digital-ordering', { maxRetries: 0 });
  fake.failNext({ method: 'POST', path: '/orders/import', fault: 'lost-response' });
  const call = outlet.orders.import({ externalOrderSource: 'old-pos' });
  const error = await call.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(sdk.ConnectionError);
  expect(error).toMatchObject({ outcome: 'unknown', attempts: 1, idempotencyKey: call.idempotencyKey });
});

test('bad input is rejected before anything is sent', async () => {
  const fake = open();
  const outlet = client(fake, 'digital-ordering');
  await expect(outlet.orders.get('')).rejects.toMatchObject({
    name: 'RequestValidationError',
    issues: [{ path: 'orderId' }],
  });
  expect(fake.requests).toHaveLength(0);
});
