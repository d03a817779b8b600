import fc from 'fast-check';
import { type OutletClient, RequestValidationError } from 'outlet-open-api';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../support/any-character.js';
import { runs } from '../../support/runs.js';
import { clientOf, json, rejection, scriptedService } from '../../support/services/scripted-service.js';

const service = scriptedService(({ url }) => json(url.pathname.endsWith('/action-log') ? [] : { id: 'o-1' }));
const outlet = clientOf(service, { rateLimit: false });

type Call = (outlet: OutletClient, id: string) => Promise<unknown>;

/** Each method with an id, its HTTP method, and its path before and after the id. */
const methods: [name: string, Call, httpMethod: string, prefix: string, suffix: string][] = [
  ['orders.get', ({ orders }, id) => orders.get(id), 'GET', '/orders/', ''],
  ['orders.update', ({ orders }, id) => orders.update(id, { status: 'cancelled' }), 'PUT', '/orders/', ''],
  ['orders.cancel', ({ orders }, id) => orders.cancel(id), 'PUT', '/orders/', ''],
  [
    'reservations.update',
    ({ reservations }, id) => reservations.update(id, { guestCount: 2 }),
    'PUT',
    '/orders/reservations/',
    '',
  ],
  ['actionLogs.forOrder', ({ actionLogs }, id) => actionLogs.forOrder(id), 'GET', '/orders/', '/action-log'],
];

/** IDs that a gateway may decode to a path outside of the endpoint. */
const climbing = ['a/../../x', 'a\\..\\x', '../x', 'x/..', 'a%2F..%2Fx', 'a%5c%2E%2E%5Cx', 'a/..;b/x', './x'];

describe.each(methods)('the id of %s', (_, call, httpMethod, prefix, suffix) => {
  test.each(['', '  ', '\t', '.', '..', ' .. ', '%2e', '%2e%2e', '.%2E', '\ud800', ...climbing])(
    'is rejected if it is %j',
    async (id) => {
      const sent = service.arrivals.length;
      const error = await rejection(call(outlet, id));
      expect(error).toBeInstanceOf(RequestValidationError);
      expect(error).toMatchObject({ issues: [{ path: 'orderId' }] });
      expect(service.arrivals).toHaveLength(sent);
    },
  );

  test.each(['import', 'reservations', 'action-logs', 'Import', ' import '])(
    'never reaches the endpoint %j',
    async (id) => {
      const sent = service.arrivals.length;
      const result = await call(outlet, id).catch((error: unknown) => error);
      if (prefix === '/orders/') {
        expect(result).toBeInstanceOf(RequestValidationError);
        expect(service.arrivals).toHaveLength(sent);
      } else {
        expect(service.arrivals.at(-1)?.url.pathname).toBe(`/api/v1${prefix}${encodeURIComponent(id)}`);
      }
    },
  );

  test('is rejected or becomes exactly one path segment', async () => {
    const anyId = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string(),
      fc.stringMatching(/^(?:\/[a-z.]{0,4}){1,3}$/),
      fc.stringMatching(/^[./?#%\\a]+$/),
    );
    await fc.assert(
      fc.asyncProperty(anyId, async (id) => {
        const sent = service.arrivals.length;
        const result = await call(outlet, id).catch((error: unknown) => error);
        const arrivals = service.arrivals.slice(sent);
        if (result instanceof RequestValidationError) {
          expect(arrivals).toEqual([]);
          return;
        }
        expect(arrivals).toMatchObject([{ method: httpMethod, url: { search: '', hash: '' } }]);
        const path = arrivals[0]?.url.pathname.slice('/api/v1'.length) ?? '';
        expect(path.startsWith(prefix) && path.endsWith(suffix)).toBe(true);
        const segment = path.slice(prefix.length, path.length - suffix.length);
        expect(segment).not.toContain('/');
        expect(decodeURIComponent(segment)).toBe(id);
      }),
      { numRuns: runs(50) },
    );
  });
});
