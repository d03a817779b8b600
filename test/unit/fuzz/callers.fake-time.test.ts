import fc from 'fast-check';
import { RequestValidationError } from 'outlet-open-api';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../support/any-character.js';
import { runs } from '../../support/runs.js';
import { clientOf, json, scriptedService } from '../../support/services/scripted-service.js';
import { abortedSignal, anyText, type Given, inPlaceOf } from './given-values.js';
import { iterated } from './iterated.js';
import { ended, expectLawful, expectOwnEndpoints, outcomeOf, underWatch } from './laws.js';
import { callOf, type Sender, sending } from './public-functions.js';

underWatch();

/** Contains what every operation looks for. */
const response = { id: 'o-1', status: 'cancelled', data: [{ id: 'e-1' }], next: null };
const service = scriptedService(() => json(response));
const outlet = clientOf(service, { rateLimit: false, deadline: 5_000 });
const isList = ({ name }: Sender) => name.endsWith('.list') && name !== 'channels.list';

/** Creates arguments that are valid, almost valid, or anything. */
function argumentsOf({ valid }: Sender): fc.Arbitrary<Given[]> {
  return fc.tuple(...valid.map((value) => inPlaceOf(value)));
}

describe.each(sending.map((sender) => [sender.name, sender] as const))('%s', (_, sender) => {
  test('called correctly, calls its endpoint', async () => {
    service.arrivals.length = 0;
    const outcome = await ended(
      outcomeOf(() => callOf(outlet, sender, sender.valid), false).then((outcome) => iterated(outcome)),
    );
    expect(outcome).toHaveProperty('data');
    expect(service.arrivals.length).toBeGreaterThan(0);
    expectOwnEndpoints(service.arrivals, sender.mayCall);
  });

  test('called with anything, calls its endpoint or none, and ends with a documented outcome', async () => {
    await fc.assert(
      fc.asyncProperty(argumentsOf(sender), async (given) => {
        service.arrivals.length = 0;
        const input = given.map(({ make }) => make());
        const outcome = await ended(
          outcomeOf(() => callOf(outlet, sender, input), isList(sender)).then((outcome) => iterated(outcome)),
        );
        expectLawful(outcome, [abortedSignal.reason]);
        expectOwnEndpoints(service.arrivals, sender.mayCall);
        expect(service.arrivals.length).toBeLessThanOrEqual(isList(sender) ? 8 : 2);
        if ('error' in outcome && outcome.error instanceof RequestValidationError)
          expect(service.arrivals).toEqual([]);
      }),
      { numRuns: runs(60) },
    );
  });
});

test('a path and its parameters result in the path that they look like', async () => {
  const piece = fc.constantFrom('.', '..', '%', '2', '2e', '%2e', 'e', 'orders', '{a}', '{b}', 'ä', '%2f');
  const path = fc.array(fc.array(piece, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
  const param = fc.oneof(piece, anyText, fc.string({ unit: anyCharacter }));
  await fc.assert(
    fc.asyncProperty(path, param, param, async (segments, a, b) => {
      service.arrivals.length = 0;
      const path = `/${segments.map((pieces) => pieces.join('')).join('/')}`;
      const call = outlet.request({ method: 'GET', path, params: { a, b } });
      expectLawful(await ended(outcomeOf(() => call, false)));
      for (const { url } of service.arrivals) {
        expect(url.pathname.split('/').slice(0, 3)).toEqual(['', 'api', 'v1']);
        expect(url.pathname.split('/')).toHaveLength(segments.length + 3);
      }
    }),
    { numRuns: runs(100) },
  );
});
