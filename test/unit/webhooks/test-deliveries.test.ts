import { createTestEvent, createTestRequest, ipAllowList, sharedSecret } from 'outlet-open-api/webhooks';
import { describe, expect, test } from 'vitest';
import { receiver, statusOf } from './deliveries.js';

const clientIp = '203.0.113.7';

describe('a test event', () => {
  test('is what the parser returns', () => {
    const fields = { id: 'o-1', updatedAt: '2026-11-01T12:00:00.000Z' };
    const raw = { event: 'order.complete', ...fields };
    expect(createTestEvent('order.complete', fields)).toEqual({ ...raw, raw });
  });

  test('has an id if it is about an order, and an updatedAt', () => {
    const order = createTestEvent('order.cancelled', { updatedAt: 'now' });
    expect(order).toMatchObject({ event: 'order.cancelled', id: 'order-1', updatedAt: 'now' });
    const menus = createTestEvent('menus.published');
    expect(Date.parse(menus.updatedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(menus).not.toHaveProperty('id');
  });

  test('gets the defaults if fields are undefined', () => {
    const event = createTestEvent('order.complete', { id: undefined, updatedAt: undefined });
    expect(event).toMatchObject({ event: 'order.complete', id: 'order-1' });
    expect(createTestEvent('outlet.updated', { id: undefined }).raw).not.toHaveProperty('id');
  });

  test('can be unknown', () => {
    expect(createTestEvent('order.moved', { table: 7 })).toMatchObject({
      ...{ event: 'unknown', name: 'order.moved', reason: 'name' },
      raw: { table: 7 },
    });
  });
});

describe('a test request', () => {
  const event = createTestEvent('order.complete');
  test.each([
    ['in the query', { query: 'secret', value: 'a/b+ü-0123456789' }],
    ['in the path', { path: '/hooks/:secret', value: 'a/b+ü-0123456789' }],
    ['in a header', { header: 'x-secret', value: ['the-new-secret-1', 'the-old-secret-1'] }],
  ] as const)('passes its guards with a secret %s', async (_, secret) => {
    const { handle, handled } = receiver({ verify: [sharedSecret(secret), ipAllowList([clientIp])] });
    const { request, info } = createTestRequest(event, { secret, clientIp });
    expect(await statusOf(handle(request, info))).toBe(200);
    expect(handled).toEqual(['order.complete']);
    const other = createTestRequest(event, { clientIp });
    expect(await statusOf(handle(other.request, other.info))).toBe(401);
  });

  test('has the path of its secret', () => {
    const secret = { path: '/hooks/:secretary/:secret', value: '$&-0123456789abcd' };
    const { request } = createTestRequest(event, { url: 'https://a.example/other', secret });
    expect(request.url).toBe('https://a.example/hooks/:secretary/%24%26-0123456789abcd');
  });

  test('is sent to the URL', () => {
    const { request } = createTestRequest(event, {
      url: 'https://a.example/x?y=1',
      secret: { query: 's', value: 'long-enough-secret' },
    });
    expect([request.method, request.url]).toEqual(['POST', 'https://a.example/x?y=1&s=long-enough-secret']);
    expect(request.headers.get('content-type')).toBe('application/json');
  });

  test.each([
    [{ url: 'hooks' }, '`url` must be a URL'],
    [{ secret: { query: '', value: 'v' } }, 'needs exactly one of query'],
    [{ secret: { query: 's' } }, '`value` is missing'],
    [{ secret: { query: 's', value: () => 'v' } }, '`secret.value` must be what your function returns'],
  ])('is rejected with %o', (options, problem) => {
    expect(() => Reflect.apply(createTestRequest, undefined, [event, options])).toThrow(problem);
  });
});
