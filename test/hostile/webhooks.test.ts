import fc from 'fast-check';
import * as webhooks from 'outlet-open-api/webhooks';
import { describe, expect, test } from 'vitest';
import { clientOf, json, scriptedService } from '../scripted-service.js';
import { anyValue, inPlaceOf } from './given-values.js';
import { ended, expectLawful, expectOwnEndpoints, outcomeOf, underWatch } from './laws.js';
import { untyped } from './public-functions.js';

const { isInvalidRequestError, isWebhookParseError, parseWebhookEvent } = webhooks;

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

describe('what makes a receiver gives it or an InvalidRequestError, whatever it is passed', () => {
  const secret = { query: 'secret', value: ['one', 'two'] };
  const handlerOptions = {
    verify: [() => true],
    deduplicate: webhooks.memoryDeduplicator(),
    maxBodyBytes: 100,
    ackWithin: 100,
    on: { 'order.complete': () => {} },
    onAny: () => {},
    resolve: () => ({ scope: 'a' }),
    logger: { warn: () => {}, error: () => {} },
  };
  const makers: Readonly<Record<string, readonly unknown[]>> = {
    createWebhookHandler: [handlerOptions],
    toNodeListener: [() => new Response()],
    sharedSecret: [secret],
    ipAllowList: [['192.0.2.0/24', '2001:db8::1'], { trustProxy: ['10.0.0.0/8'] }],
    memoryDeduplicator: [{ maxEntries: 5 }],
    createTestEvent: ['order.complete', { id: 'o-1' }],
    createTestRequest: [
      { ...delivery, raw: delivery },
      { url: 'https://a.example', secret, clientIp: '192.0.2.1' },
    ],
  };

  test.each(Object.entries(makers))('%s', async (name, valid) => {
    const given = fc.tuple(...valid.map((value) => fc.oneof(inPlaceOf(value), anyValue)));
    await fc.assert(
      fc.asyncProperty(given, async (given) => {
        const input = given.map(({ make }) => make());
        const outcome = await outcomeOf(() => [untyped(webhooks, name, input)], true);
        expectLawful(outcome);
      }),
      { numRuns: 200 },
    );
  });
});

test('a handler answers, or refuses what is no request, whatever it is passed', async () => {
  const handle = webhooks.createWebhookHandler({ verify: [], logger: { warn: () => {}, error: () => {} } });
  const request = () => new Request('https://a.example', { method: 'POST', body: JSON.stringify(delivery) });
  const given = fc.tuple(
    fc.oneof(fc.constant({ make: request }), anyValue),
    fc.oneof(inPlaceOf({ clientIp: '192.0.2.1', body: delivery, waitUntil: () => {} }), anyValue),
  );
  await fc.assert(
    fc.asyncProperty(given, async (given) => {
      const input = given.map(({ make }) => make());
      const outcome = await ended(outcomeOf(() => untyped({ handle }, 'handle', input), false));
      if ('data' in outcome) expect(outcome.data).toBeInstanceOf(Response);
      else expect(isInvalidRequestError(outcome.error), String(outcome.error)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('neither context, handlers nor listeners can make a handler reject or throw', async () => {
  const logger = { warn: () => {}, error: () => {} };
  await fc.assert(
    fc.asyncProperty(anyValue, anyValue, fc.boolean(), async (context, thrown, hears) => {
      const fail = () => {
        throw thrown.make();
      };
      const options = { verify: [], resolve: context.make, logger, ...(hears ? { onError: fail } : {}) };
      const handle = untyped(webhooks, 'createWebhookHandler', [{ ...options, onAny: fail }]);
      const request = new Request('https://a.example', { method: 'POST', body: JSON.stringify(delivery) });
      const outcome = await ended(outcomeOf(() => untyped({ handle }, 'handle', [request]), false));
      expect(outcome).toHaveProperty('data.status', 503);
    }),
    { numRuns: 200 },
  );
});
