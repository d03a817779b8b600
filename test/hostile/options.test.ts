import fc from 'fast-check';
import { isOutletError, OutletClient, type OutletClientOptions } from 'outlet-open-api';
import { expect, test } from 'vitest';
import { json, scriptedService } from '../scripted-service.js';
import { anyValue, type Given, inPlaceOf, spoilt } from './given-values.js';
import { ended, expectLawful, expectOwnEndpoints, outcomeOf, underWatch } from './laws.js';

underWatch();

const service = scriptedService(json({ id: 'o-1' }, 200, { 'x-ratelimit-limit': '5' }));
const valid = {
  baseUrl: 'https://pos.example',
  accessToken: 'token-hostile',
  fetch: service.fetch,
  rateLimit: false as const,
  responseValidation: 'off' as const,
  logLevel: 'off' as const,
  timeout: 1_000,
  deadline: 3_000,
  maxRetries: 1,
};
const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const hooks = { onRequest() {}, onResponse() {}, onRetry() {}, onRateLimit() {}, onSchemaMismatch() {} };
const limiter = { take: async () => ({ end() {} }), state: () => ({}), holdsRefused: false };
const keys = [...Object.keys(valid), 'maxQueued', 'maxResponseBytes', 'cursorParam', 'allowInsecureHttp'];

/** Makes a client as a caller without types can. */
function clientWith(options: unknown): OutletClient {
  return Reflect.construct(OutletClient, [options]);
}

/** A client with such options is refused, or calls end as promised. */
async function expectLawfulClient(make: () => OutletClient): Promise<void> {
  service.arrivals.length = 0;
  const made = await outcomeOf(make, true);
  expectLawful(made);
  if ('error' in made) return;
  if (!(made.data instanceof OutletClient)) expect.fail('It gave no client');
  const outlet = made.data;
  expectLawful(await ended(outcomeOf(() => outlet.orders.get('o-1'), false)));
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
  expectLawful(await ended(outcomeOf(() => outlet.orders.list(range).toArray(), false)));
  expectLawful(await outcomeOf(() => outlet.rateLimit, false));
  expectOwnEndpoints(service.arrivals, ['orders.get', 'orders.list']);
  outlet.close();
  const closed = await ended(outcomeOf(() => outlet.orders.get('o-1'), false));
  expect('error' in closed && isOutletError(closed.error)).toBe(true);
}

/** The options, with one that is an object of functions spoilt. */
function withSpoilt(name: keyof OutletClientOptions, object: object): fc.Arbitrary<Given> {
  const given = fc.oneof(spoilt(object), withHostileMethods(object));
  return given.map((given) => ({
    name: `${name}: ${given.name}`,
    make: () => ({ ...valid, logLevel: 'debug', logger, [name]: given.make() }),
  }));
}

/** The same methods, which give or throw anything. */
function withHostileMethods(object: object): fc.Arbitrary<Given> {
  const how = fc.constantFrom('gives', 'throws', 'rejects with');
  return fc
    .tuple(fc.constantFrom(...Object.keys(object)), how, anyValue)
    .map(([key, how, { name, make }]) => ({
      name: `${key} ${how} ${name}`,
      make: () => ({
        ...object,
        [key]() {
          if (how === 'throws') throw make();
          // Nobody awaits a state: a promise of one that is rejected is its maker's affair.
          return how === 'gives' || key === 'state' ? make() : Promise.reject(make());
        },
      }),
    }));
}

test('a client is refused, or calls end as promised, whatever its options are', async () => {
  await fc.assert(
    fc.asyncProperty(inPlaceOf(valid, keys), ({ make }) => expectLawfulClient(() => clientWith(make()))),
    { numRuns: 40 },
  );
});

test('so it is with a derived client', async () => {
  await fc.assert(
    fc.asyncProperty(inPlaceOf({}, keys), ({ make }) =>
      expectLawfulClient(() =>
        Reflect.apply(OutletClient.prototype.withOptions, new OutletClient(valid), [make()]),
      ),
    ),
    { numRuns: 40 },
  );
});

test.each([
  ['hooks', hooks],
  ['logger', logger],
  ['rateLimit', limiter],
  ['rateLimit', { requests: 5, perMs: 1_000 }],
  ['accessToken', { accessToken: () => 'token' }],
  ['fetch', { fetch: service.fetch }],
] as const)('so it is whatever %s does', async (name, object) => {
  const options = name in object ? withHostileMethods(object).map(inPlace(name)) : withSpoilt(name, object);
  await fc.assert(
    fc.asyncProperty(options, ({ make }) => expectLawfulClient(() => clientWith(make()))),
    { numRuns: 40 },
  );
});

/** An option that is a function itself. */
function inPlace(name: string): (given: Given) => Given {
  return ({ name: does, make }) => ({
    name: does,
    make: () => ({ ...valid, [name]: Reflect.get(Object(make()), name) }),
  });
}

test('a limit of any size lets a first call through', async () => {
  const limit = fc.record({
    requests: fc.oneof(fc.integer(), fc.double()),
    perMs: fc.oneof(fc.integer(), fc.double()),
  });
  let token = 0;
  await fc.assert(
    fc.asyncProperty(limit, (rateLimit) => {
      token += 1;
      return expectLawfulClient(() => clientWith({ ...valid, rateLimit, accessToken: `token-${token}` }));
    }),
    { numRuns: 50 },
  );
});
