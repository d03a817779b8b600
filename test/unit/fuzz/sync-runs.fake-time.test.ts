import fc from 'fast-check';
import { OutletError, RequestValidationError } from 'outlet-open-api';
import { backfillOrders, createMemoryCheckpointStore, pollGoodsReceipts } from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { beforeEach, expect, test, vi } from 'vitest';
import { clientOf, json, scriptedService } from '../../support/services/scripted-service.js';
import { abortedSignal, anyValue, inPlaceOf } from './given-values.js';
import { ended, expectLawful, expectOwnEndpoints, type Outcome, outcomeOf, underWatch } from './laws.js';
import { untyped } from './public-functions.js';

underWatch();
// Polling lists two ranges.
beforeEach(() => void vi.setSystemTime('2026-02-15T00:00:00Z'));

const service = scriptedService(() => json({ data: [{ id: 'o-1', status: 'complete' }], next: null }));
const outlet = clientOf(service, { rateLimit: false, maxRetries: 0, deadline: 5_000 });
const client = { orders: outlet.orders, goodsReceipts: outlet.goodsReceipts };
const from = '2026-01-01T00:00:00Z';
const to = '2026-01-02T00:00:00Z';
const signal = new AbortController().signal;
const noop = () => {};

/** Each run starts at the beginning. */
const checkpoints = { ...createMemoryCheckpointStore(), load: () => undefined };

/** Each function, valid options for it, and where it may send requests. */
const runs = {
  backfillOrders: {
    run: backfillOrders,
    valid: {
      from,
      to,
      status: 'complete',
      checkpoints,
      name: 'n',
      outletRef: 'bistro',
      leaseDuration: 30_000,
      onOrders: noop,
      onProgress: noop,
      signal,
    },
    mayCall: ['orders.list'],
  },
  pollGoodsReceipts: {
    run: pollGoodsReceipts,
    valid: {
      onChanged: noop,
      onNotFound: noop,
      checkpoints: createMemoryCheckpointStore(),
      name: 'n',
      outletRef: 'bistro',
      leaseDuration: 30_000,
      from,
      trailingDays: 7,
      maxLookbackDays: 90,
      outletId: 'outlet-1',
      notFoundAfter: 60_000,
      now: () => new Date(),
      onWarning: noop,
      signal,
    },
    mayCall: ['goodsReceipts.list'],
  },
};

function called(run: object, ...input: unknown[]): Promise<Outcome> {
  return ended(outcomeOf(() => untyped({ run }, 'run', input), false));
}

test.each(Object.entries(runs))(
  '%s runs or rejects, whatever it is passed',
  async (_, { run, valid, mayCall }) => {
    const given = fc.oneof(
      fc.tuple(inPlaceOf(client), inPlaceOf(valid)),
      fc.tuple(fc.constant({ name: 'valid', make: () => client }), inPlaceOf(valid)),
    );
    await fc.assert(
      fc.asyncProperty(given, async (given) => {
        service.arrivals.length = 0;
        const outcome = await called(run, ...given.map(({ make }) => make()));
        expectLawful(outcome, [abortedSignal.reason]);
        expectOwnEndpoints(service.arrivals, mayCall);
        if ('error' in outcome && outcome.error instanceof RequestValidationError)
          expect(outcome.error.issues).not.toEqual([]);
      }),
      { numRuns: 100 },
    );
  },
);

test.each(Object.entries(runs))(
  '%s ends, whatever its store returns or throws',
  async (_, { run, valid }) => {
    const ways = fc.constantFrom('gives', 'throws', 'rejects with');
    const part = fc.constantFrom('load', 'save', 'acquire', 'renew', 'release', 'delete', 'list');
    await fc.assert(
      fc.asyncProperty(part, ways, anyValue, async (part, how, value) => {
        const thrown = value.make();
        const does = (name: string, otherwise: unknown) => async () => {
          if (name !== part) return otherwise;
          if (how === 'throws') throw thrown;
          return how === 'gives' ? value.make() : Promise.reject(thrown);
        };
        const acquired = {
          save: does('save', undefined),
          renew: does('renew', true),
          release: does('release', undefined),
        };
        const checkpoints = {
          load: does('load', null),
          acquire: does('acquire', acquired),
          delete: does('delete', undefined),
          list: does('list', []),
        };
        const outcome = await called(run, client, { ...valid, checkpoints });
        expect(Object.keys(outcome)).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  },
);

test.each(Object.entries(runs))('%s ends, whatever the service lists', async (_, { run, valid }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyValue, { maxLength: 3 }), anyValue, async (items, next) => {
      const page = {
        items: items.map(({ make }) => make()),
        slice: { from, to },
        position: { version: 2, next: next.make() },
        readAt: new Date(),
      };
      const pages = async function* () {
        yield page;
      };
      const lister = { list: () => ({ pages }), get: async () => page.items[0] };
      const outcome = await called(run, { orders: lister, goodsReceipts: lister }, valid);
      expect(Object.keys(outcome)).toHaveLength(1);
    }),
    { numRuns: 60 },
  );
});

test.each(['backfillOrders', 'pollGoodsReceipts'] as const)(
  '%s accepts or rejects any stored checkpoint',
  async (name) => {
    const { run, valid } = runs[name];
    const store = createMemoryCheckpointStore();
    const given = { ...valid };
    await called(run, client, { ...given, checkpoints: store });
    await fc.assert(
      fc.asyncProperty(inPlaceOf(await store.load(valid.name)), async ({ make }) => {
        const lease = { save: async () => {}, renew: async () => true, release: async () => {} };
        const damaged = { ...store, load: async () => make(), acquire: async () => lease };
        const outcome = await called(run, client, { ...given, checkpoints: damaged });
        if ('error' in outcome) expect(outcome.error instanceof OutletError).toBe(true);
      }),
      { numRuns: 100 },
    );
  },
);

test('createMemoryCheckpointStore accepts any name, and createFileCheckpointStore accepts or rejects any folder', async () => {
  await fc.assert(
    fc.asyncProperty(anyValue, async ({ make }) => {
      const store = createMemoryCheckpointStore();
      const name = make();
      expect(await ended(outcomeOf(() => untyped(store, 'load', [name]), false))).toEqual({
        data: undefined,
      });
      await ended(outcomeOf(() => untyped(store, 'acquire', [{ name, leaseDuration: 5_000 }]), false));
      expectLawful(
        await outcomeOf(
          () => untyped({ createFileCheckpointStore }, 'createFileCheckpointStore', [make()]),
          true,
        ),
      );
    }),
    { numRuns: 100 },
  );
});
