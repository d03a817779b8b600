import fc from 'fast-check';
import * as webhooks from 'outlet-open-api/webhooks';
import { expect, test } from 'vitest';
import { runs } from '../../support/runs.js';
import { anyValue, inPlaceOf } from './given-values.js';
import { ended, outcomeOf, underWatch } from './laws.js';
import { untyped } from './public-functions.js';

const { RequestValidationError, WebhookParseError, parseWebhookEvent } = webhooks;

underWatch();

const delivery = { event: 'order.complete', id: 'o-1', updatedAt: '2026-01-01T00:00:00Z' };

test('parseWebhookEvent returns an event or throws one of its errors, whatever it is passed', () => {
  fc.assert(
    fc.property(inPlaceOf(delivery), inPlaceOf({ useCase: 'order-data' }), (body, options) => {
      try {
        const event = untyped({ parseWebhookEvent }, 'parseWebhookEvent', [body.make(), options.make()]);
        expect(event).toHaveProperty('event', expect.any(String));
        expect(event).toHaveProperty('raw', expect.any(Object));
      } catch (error) {
        expect(
          error instanceof WebhookParseError || error instanceof RequestValidationError,
          String(error),
        ).toBe(true);
      }
    }),
    { numRuns: runs(300) },
  );
});

test('a handler never rejects or throws, whatever its context, handlers and listeners do', async () => {
  const logger = { warn: () => {}, error: () => {} };
  await fc.assert(
    fc.asyncProperty(anyValue, anyValue, fc.boolean(), async (context, thrown, hears) => {
      const fail = () => {
        throw thrown.make();
      };
      const options = { verify: 'none', resolve: context.make, logger, ...(hears ? { onError: fail } : {}) };
      const handle = untyped(webhooks, 'createWebhookHandler', [{ ...options, onAny: fail }]);
      const request = new Request('https://a.example', { method: 'POST', body: JSON.stringify(delivery) });
      const outcome = await ended(outcomeOf(() => untyped({ handle }, 'handle', [request]), false));
      expect(outcome).toHaveProperty('data.status', 503);
    }),
    { numRuns: runs(200) },
  );
});
