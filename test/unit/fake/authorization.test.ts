import { createFakeOutlet } from 'outlet-open-api/testing';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/operations/index.js';
import { fakeAtNoon, send } from './send.js';

const { token } = fakeAtNoon().key('order-data');

describe('the authorization header', () => {
  it.each([
    ['none', undefined],
    ['another case', `bearer ${token}`],
    ['capitals', `BEARER ${token}`],
    ['no space', `Bearer${token}`],
    ['two spaces', `Bearer  ${token}`],
    ['no scheme', token],
    ['no token', 'Bearer '],
    ['a truncated token', `Bearer ${token.slice(0, -1)}`],
    ['a longer token', `Bearer ${token}x`],
    ['a token of another environment §auth.6', `Bearer ${fakeAtNoon({ seed: 2 }).key('order-data').token}`],
  ])('%s: 401 §auth.1.exact §auth.5 §errors.status.401', async (_, authorization) => {
    const fake = fakeAtNoon();

    const response = await fake.fetch(`${fake.baseUrl}/api/v1/channels`, {
      headers: authorization === undefined ? {} : { authorization },
    });

    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ code: 401, message: 'Unauthorized' });
  });

  it('exactly Bearer and the token: 200 §auth.1 §endpoints.bearer', async () => {
    expect((await send(fakeAtNoon(), 'GET /channels', { as: 'order-data' })).status).toBe(200);
  });
});

it.each(operations.map(({ method, path }) => ({ method, path })))(
  'is required at $method $path §auth.1 §endpoints.bearer',
  async ({ method, path }) => {
    const fake = fakeAtNoon({ empty: true });

    expect((await fake.fetch(`${fake.baseUrl}/api/v1${path}`, { method })).status).toBe(401);
  },
);

describe('keys', () => {
  it('stop working at once when they are revoked, and work again when restored §auth.4 §api-key.revoked', async () => {
    const fake = fakeAtNoon();

    fake.keys.revoke('order-data');
    expect((await send(fake, 'GET /channels', { as: 'order-data' })).status).toBe(401);
    expect((await send(fake, 'GET /channels')).status).toBe(200);

    fake.keys.restore('order-data');
    expect((await send(fake, 'GET /channels', { as: 'order-data' })).status).toBe(200);
  });

  it('are lost when they are removed §setup.lost-token', async () => {
    const fake = fakeAtNoon();
    const lost = fake.key('order-data').token;
    const fresh = fake.keys.create({ useCase: 'order-data', label: 'New' });

    fake.keys.remove(lost);

    const headers = { authorization: `Bearer ${lost}` };
    expect((await fake.fetch(`${fake.baseUrl}/api/v1/channels`, { headers })).status).toBe(401);
    expect(fake.key('order-data')).toBe(fresh);
  });

  it('have a use case, a label and one webhook URL §setup.key-has §api-key.fields §events.one-url', async () => {
    const urls: string[] = [];
    const fetch = async (url: string) => {
      urls.push(url);
      return new Response();
    };
    const fake = fakeAtNoon({ empty: true, webhookFetch: fetch });
    const key = fake.keys.create({ useCase: 'inventory-management', label: 'Stock room' });
    key.webhookUrl = 'https://old.example/';
    key.webhookUrl = 'https://new.example/';

    fake.menus.publish();
    await fake.idle();

    expect(key).toMatchObject({ useCase: 'inventory-management', label: 'Stock room', revoked: false });
    expect(urls).toEqual(['https://new.example/']);
  });

  it('do not expire §auth.7 §limits.token-expiry', async () => {
    const fake = fakeAtNoon({ empty: true });

    fake.clock.advance(10 * 365 * 24 * 60 * 60 * 1_000);

    expect((await send(fake, 'GET /channels')).status).toBe(200);
  });

  it('look like the long tokens of the API, and are unique §auth.2', () => {
    const fake = createFakeOutlet({ empty: true });
    const tokens = fake.keys.all().map((key) => key.token);

    for (const one of tokens) expect(one).toMatch(/^[\w-]{20,}\.[\w-]{60,}\.[\w-]{40,}$/);
    expect(new Set(tokens).size).toBe(4);
  });

  it('throw if they are unknown', () => {
    expect(() => createFakeOutlet({ empty: true }).keys.revoke('no-such-key')).toThrow(/no such key/);
  });
});
