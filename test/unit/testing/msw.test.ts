import { setupServer } from 'msw/node';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { outletHandlers } from 'outlet-open-api/testing/msw';
import { afterAll, beforeAll, expect, it } from 'vitest';

const fake = createFakeOutlet({ empty: true });
const server = setupServer(...outletHandlers(fake));
const headers = { authorization: `Bearer ${fake.key('order-data').token}` };

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

it('responds to requests of the platform with the fake', async () => {
  const response = await fetch(`${fake.baseUrl}/api/v1/channels`, { headers });

  expect(response.status).toBe(200);
  expect(response.headers.get('x-ratelimit-limit')).toBe('5');
  expect(await response.json()).toMatchObject({ data: expect.any(Array) });
});

it('preserves bodies and errors', async () => {
  const response = await fetch(`${fake.baseUrl}/api/v1/orders`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });

  expect(response.status).toBe(400);
});

it.each(['https://outlet.example/', 'https://outlet.example/base(1)/', 'https://outlet.example:8443/a+b'])(
  'matches the base URL %s',
  async (baseUrl) => {
    const other = createFakeOutlet({ baseUrl, empty: true });
    server.use(...outletHandlers(other));
    const key = { authorization: `Bearer ${other.key('order-data').token}` };

    const response = await fetch(`${baseUrl.replace(/\/$/, '')}/api/v1/channels?a=1`, { headers: key });

    expect(response.status).toBe(200);
    const request = new Request('https://outlet.example.org/api/v1/channels');
    for (const handler of outletHandlers(other)) expect(await handler.test({ request })).toBe(false);
  },
);

it('breaks connections as a network would', async () => {
  fake.failNext({ fault: 'lost-response' });

  await expect(fetch(`${fake.baseUrl}/api/v1/channels`, { headers })).rejects.toThrow(TypeError);
});
