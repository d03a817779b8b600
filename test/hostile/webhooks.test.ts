import fc from 'fast-check';
import { isInvalidRequestError, isWebhookParseError, parseWebhookEvent } from 'outlet-open-api/webhooks';
import { describe, expect, test } from 'vitest';
import { clientOf, json, scriptedService } from '../scripted-service.js';
import { anyValue, inPlaceOf } from './given-values.js';
import { ended, expectLawful, expectOwnEndpoints, outcomeOf, underWatch } from './laws.js';
import { untyped } from './public-functions.js';

underWatch();

const delivery = { event: 'order.complete', id: 'o-1', updatedAt: '2026-01-01T00:00:00Z' };

test('parseWebhookEvent gives an event or one of its errors, whatever it is passed', () => {
  fc.assert(
    fc.property(inPlaceOf(delivery), inPlaceOf({ useCase: 'order-data' }), (body, options) => {
      try {
        const event = untyped({ parseWebhookEvent }, 'parseWebhookEvent', [body.make(), options.make()]);
        expect(event).toHaveProperty('event', expect.any(String));
        expect(event).toHaveProperty('raw', expect.any(Object));
      } catch (error) {
        expect(isWebhookParseError(error) || isInvalidRequestError(error), String(error)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

describe('fetchRelated', () => {
  const service = scriptedService(() => json({ id: 'o-1', data: [] }));
  const outlet = clientOf(service, { rateLimit: false });
  const events = [
    delivery,
    { event: 'unknown', name: 'order.moved', reason: 'name', id: 'o-1', raw: {} },
    { event: 'channels.published', raw: {} },
    { event: 'menus.published', updatedAt: '2026-01-01T00:00:00Z', raw: {} },
  ];

  test.each(events)(
    'asks for what an event tells of or for nothing, whatever it is passed: $event',
    async (event) => {
      const given = fc.tuple(
        inPlaceOf(event),
        inPlaceOf({ channelType: 'dine-in' }),
        fc.oneof(anyValue, inPlaceOf({})),
      );
      await fc.assert(
        fc.asyncProperty(given, async (given) => {
          service.arrivals.length = 0;
          const input = given.map(({ make }) => make());
          expectLawful(await ended(outcomeOf(() => untyped(outlet, 'fetchRelated', input), false)));
          expectOwnEndpoints(service.arrivals, ['orders.get', 'channels.list', 'menus.get']);
          expect(service.arrivals.length).toBeLessThan(2);
        }),
        { numRuns: 100 },
      );
    },
  );
});
