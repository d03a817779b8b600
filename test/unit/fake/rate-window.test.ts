import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { expect, it } from 'vitest';
import { fakeAtNoon, noon, requestFor, send } from './send.js';

const limited = (options = {}) => createFakeOutlet({ now: () => noon, empty: true, ...options });

async function statuses(fake: FakeOutlet, count: number): Promise<number[]> {
  const responses = Array.from({ length: count }, () => fake.fetch(requestFor(fake, 'GET /channels')));
  return (await Promise.all(responses)).map(({ status }) => status);
}

it('accepts five requests in a second, and rejects the sixth §limits.rate §errors.status.429', async () => {
  expect(await statuses(limited(), 6)).toEqual([200, 200, 200, 200, 200, 429]);
});

it('begins with the next second of the clock, not a second after the first request §limits.window', async () => {
  const fake = limited({ now: () => noon + 900 });
  await statuses(fake, 5);

  fake.clock.advance(99);
  expect(await statuses(fake, 1)).toEqual([429]);

  fake.clock.advance(1);
  expect(await statuses(fake, 6)).toEqual([200, 200, 200, 200, 200, 429]);
});

it('says when the window resets, in whole seconds rounded up §errors.429-body §errors.retry-after §limits.header-limit §limits.header-remaining §limits.header-reset', async () => {
  const fake = limited({ now: () => noon + 900 });
  await statuses(fake, 5);

  const response = await send(fake, 'GET /channels');

  expect(response.body).toEqual({ code: 429, message: expect.any(String), retryAfter: 1 });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '2026-03-31T12:00:01.000Z',
  });
});

it('rounds long windows up as well §errors.retry-after', async () => {
  const fake = limited({ now: () => noon + 1, rateLimit: { requests: 1, interval: 10_000 } });
  await statuses(fake, 1);

  expect((await send(fake, 'GET /channels')).body).toMatchObject({ retryAfter: 10 });
});

it('counts each key for itself §limits.keys', async () => {
  const fake = limited();
  await statuses(fake, 5);

  expect((await send(fake, 'GET /channels', { as: 'reservations' })).status).toBe(200);
});

it('shares one window among all endpoints of a key §limits.shared §limits.header-remaining', async () => {
  const fake = limited();
  const lines = [
    'GET /channels',
    'GET /orders/none',
    'GET /nowhere',
    'PUT /channels',
    'GET /inventory/goods-receipts',
    'GET /channels',
  ];

  const remaining = [];
  for (const line of lines) remaining.push((await send(fake, line)).headers.get('x-ratelimit-remaining'));

  expect(remaining).toEqual(['4', '3', '2', '1', '0', '0']);
});

it.each([
  ['200', 'GET /channels', {}],
  ['201', 'POST /orders/import', { body: { externalOrderSource: 'old-pos' } }],
  ['400', 'GET /menus', {}],
  ['401', 'GET /channels', { headers: { authorization: 'Bearer nobody' } }],
  ['403', 'GET /inventory/goods-receipts?outletId=other', {}],
  ['404', 'GET /nowhere', {}],
  ['405', 'PUT /channels', {}],
])(
  'describes the window with a %s §limits.headers §limits.header-limit §limits.header-remaining §limits.header-reset',
  async (status, line, what) => {
    const response = await send(limited(), line, what);

    expect(String(response.status)).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '4',
      'x-ratelimit-reset': '2026-03-31T12:00:01.000Z',
    });
  },
);

it('has rate headers on an unexpected 500', async () => {
  const allows = {
    get 'digital-ordering'(): never {
      throw new Error('no such table');
    },
  };

  const response = await send(limited({ allows }), 'GET /channels');

  expect(response).toMatchObject({
    status: 500,
    body: { code: 500, message: expect.stringContaining('no such table') },
  });
  expect(response.headers.get('x-ratelimit-remaining')).toBe('4');
});

it('can be switched off', async () => {
  const fake = fakeAtNoon({ rateLimit: false });

  expect(await statuses(fake, 20)).toEqual(Array(20).fill(200));
  expect((await send(fake, 'GET /channels')).headers.has('x-ratelimit-limit')).toBe(false);
});
