import fc from 'fast-check';
import { InvalidRequestError, type OutletClient } from 'outlet-open-api';
import { describe, expect, test } from 'vitest';
import { clientOf, json, rejection, scriptedService } from '../scripted-service.js';

const service = scriptedService(({ url }) => json(url.pathname.endsWith('/action-log') ? [] : { id: 'o-1' }));
const outlet = clientOf(service, { rateLimit: false });

interface Endpoint {
  readonly call: (outlet: OutletClient, id: string) => Promise<unknown>;
  readonly method: string;
  readonly before: string;
  readonly after: string;
}

const endpoints: Record<string, Endpoint> = {
  'orders.get': { call: ({ orders }, id) => orders.get(id), method: 'GET', before: '/orders/', after: '' },
  'orders.update': {
    call: ({ orders }, id) => orders.update(id, { status: 'cancelled' }),
    method: 'PUT',
    before: '/orders/',
    after: '',
  },
  'orders.cancel': {
    call: ({ orders }, id) => orders.cancel(id),
    method: 'PUT',
    before: '/orders/',
    after: '',
  },
  'reservations.update': {
    call: ({ reservations }, id) => reservations.update(id, { guestCount: 2 }),
    method: 'PUT',
    before: '/orders/reservations/',
    after: '',
  },
  'actionLogs.forOrder': {
    call: ({ actionLogs }, id) => actionLogs.forOrder(id),
    method: 'GET',
    before: '/orders/',
    after: '/action-log',
  },
};

describe.each(Object.entries(endpoints))('the id of %s', (_, { call, method, before, after }) => {
  test.each(['', '  ', '\t', '.', '..', ' .. ', '%2e', '%2e%2e', '.%2E', '\ud800'])(
    'is refused where it is %j',
    async (id) => {
      const sent = service.arrivals.length;
      const error = await rejection(call(outlet, id));
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(error).toMatchObject({ issues: [{ path: 'orderId' }] });
      expect(service.arrivals).toHaveLength(sent);
    },
  );

  test.each(['import', 'reservations', 'action-logs', 'Import', ' import '])(
    'that names another endpoint, %j, reaches no other endpoint',
    async (id) => {
      const sent = service.arrivals.length;
      const outcome = await call(outlet, id).catch((error: unknown) => error);
      if (before === '/orders/') {
        expect(outcome).toBeInstanceOf(InvalidRequestError);
        expect(service.arrivals).toHaveLength(sent);
      } else {
        expect(service.arrivals.at(-1)?.url.pathname).toBe(`/api/v1${before}${encodeURIComponent(id)}`);
      }
    },
  );

  test.each(['a/b', 'a?b=c', 'a#b', 'ä ö', '🍜', 'a%2fb', '../menus', 'a\\b', 'a;b=c', "a'(b)*!~", '...'])(
    'is encoded: %j',
    async (id) => {
      await call(outlet, id);
      const { url, method: used } = service.arrivals.at(-1) ?? expect.fail('nothing was sent');
      expect(used).toBe(method);
      expect(url.pathname).toBe(`/api/v1${before}${encodeURIComponent(id)}${after}`);
      expect(url.search + url.hash).toBe('');
    },
  );

  test('is refused or is one segment, whatever it is', async () => {
    const anyId = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.webPath(), fc.webSegment());
    await fc.assert(
      fc.asyncProperty(anyId, async (id) => {
        const sent = service.arrivals.length;
        const outcome = await call(outlet, id).catch((error: unknown) => error);
        const arrivals = service.arrivals.slice(sent);
        if (outcome instanceof InvalidRequestError) {
          expect(arrivals).toEqual([]);
          return;
        }
        expect(arrivals).toHaveLength(1);
        const path = arrivals[0]?.url.pathname.slice('/api/v1'.length) ?? '';
        expect(path.startsWith(before) && path.endsWith(after)).toBe(true);
        const segment = path.slice(before.length, path.length - after.length);
        expect(segment).not.toContain('/');
        expect(decodeURIComponent(segment)).toBe(id);
      }),
      { numRuns: 100 },
    );
  });
});
