import { createFakeOutlet } from 'outlet-open-api/testing';
import { describe, expect, it } from 'vitest';
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
  ])('%s: 401', async (_, authorization) => {
    const fake = fakeAtNoon();

    const response = await fake.fetch(`${fake.baseUrl}/api/v1/channels`, {
      headers: authorization === undefined ? {} : { authorization },
    });

    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ code: 401, message: 'Unauthorized' });
  });

  it('exactly Bearer and the token: 200', async () => {
    expect((await send(fakeAtNoon(), 'GET /channels', { as: 'order-data' })).status).toBe(200);
  });
});

describe('keys', () => {
  it('stop working at once when they are revoked, and work again when restored', async () => {
    const fake = fakeAtNoon();

    fake.keys.revoke('order-data');
    expect((await send(fake, 'GET /channels', { as: 'order-data' })).status).toBe(401);
    expect((await send(fake, 'GET /channels')).status).toBe(200);

    fake.keys.restore('order-data');
    expect((await send(fake, 'GET /channels', { as: 'order-data' })).status).toBe(200);
  });

  it('are lost when they are removed', async () => {
    const fake = fakeAtNoon();
    const lost = fake.key('order-data').token;
    const fresh = fake.keys.create({ useCase: 'order-data', label: 'New' });

    fake.keys.remove(lost);

    const headers = { authorization: `Bearer ${lost}` };
    expect((await fake.fetch(`${fake.baseUrl}/api/v1/channels`, { headers })).status).toBe(401);
    expect(fake.key('order-data')).toBe(fresh);
  });

  it('look like the long tokens of the service, and differ', () => {
    const fake = createFakeOutlet();
    const tokens = fake.keys.all().map((key) => key.token);

    for (const one of tokens) expect(one).toMatch(/^[\w-]{20,}\.[\w-]{60,}\.[\w-]{40,}$/);
    expect(new Set(tokens).size).toBe(4);
  });

  it('are told when they are unknown', () => {
    expect(() => createFakeOutlet().keys.revoke('no-such-key')).toThrow(/no such key/);
  });
});
