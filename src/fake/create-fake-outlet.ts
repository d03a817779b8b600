import { sleep, untilAborted } from '../cancellation.js';
import { createRandom, type Random } from '../random.js';
import {
  type AssumptionOptions,
  type Assumptions,
  assumptionsFrom,
  defaultAssumptions,
  definedIn,
} from './assumptions.js';
import { type Autopilot, createAutopilot } from './controls/autopilot.js';
import { createOutletControls } from './controls/outlet-controls.js';
import { createDeliveries, type Deliveries } from './deliveries/deliveries.js';
import type { Delivery } from './deliveries/delivery.js';
import { FakeError, UnknownIdError } from './fake-error.js';
import type { FakeOutlet, FakeOutletOptions, NewOutlet, ResetOptions } from './fake-outlet.js';
import { fill as fillWithPast } from './initial-data/fill.js';
import { type Clock, createClock } from './outlet/clock.js';
import { createOutlet, type Fill } from './outlet/create-outlet.js';
import type { Outlet } from './outlet/outlet.js';
import { rejectUnknown } from './reject-unknown.js';
import { createFaults, type Fault, type Faults } from './service/faults.js';
import { createFetch, type RecordedRequest, type RecordingFetch } from './service/fetch.js';
import type { Idempotency } from './service/idempotency.js';
import type { FakeRateLimit } from './service/rate-window.js';
import { createService } from './service/service.js';
import { fakeTopics, type ReportChange } from './topics.js';

let fakesSoFar = 0;

/** The names of the options of an outlet. */
const outletOptions = { outletId: true, empty: true, currency: true, photos: true };

/** The names of the options of a fake. */
export const fakeOptions = {
  ...defaultAssumptions,
  ...outletOptions,
  seed: true,
  hostile: true,
  now: true,
  rateLimit: true,
  webhookFetch: true,
  baseUrl: true,
  merchantId: true,
};

const faultOptions = {
  method: true,
  path: true,
  outletId: true,
  fault: true,
  times: true,
  share: true,
  lasting: true,
  delay: true,
};

/**
 * Creates a fake of the API in memory: all endpoints with their rules and limits, webhooks, and faults on demand.
 * @example
 * ```ts
 * const fake = createFakeOutlet({ seed: 7 });
 * const { token } = fake.key('digital-ordering');
 * const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken: token, fetch: fake.fetch });
 * ```
 * @throws TypeError if an option does not exist, or an assumption does not have the value
 */
export function createFakeOutlet(options?: FakeOutletOptions): FakeOutlet {
  rejectUnknown<FakeOutletOptions>('createFakeOutlet', options, fakeOptions);
  if (options?.rateLimit)
    rejectUnknown<FakeRateLimit>('createFakeOutlet: rateLimit', options.rateLimit, {
      requests: true,
      interval: true,
    });
  return createFake(options ?? {}, () => {}).fake;
}

/** An outlet with its controls. A reset replaces its `state`. */
export interface OutletParts {
  readonly outlet: Outlet;
  readonly fake: FakeOutlet;
  readonly autopilot: Autopilot;
}

/** A fake with its live parts, which the emulator reads without copying them. `outlet` and `fake` are those of the first outlet. */
export interface Fake extends OutletParts {
  /** The first outlet, and those that were added. */
  readonly outlets: readonly OutletParts[];
  addOutlet(options: NewOutlet): OutletParts;
  /** Removes an added outlet. Requests with its keys get a 401, and nothing is delivered to them. */
  removeOutlet(outletId: string): void;
  /** The seed and mode of the last reset. */
  readonly settings: Settings;
  readonly deliveries: Deliveries;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly rateLimit: FakeRateLimit | false;
  readonly http: RecordingFetch;
  readonly idempotency: Idempotency;
}

interface Settings {
  readonly seed: number;
  readonly hostile: boolean;
  /** What `assume` has set since then. */
  readonly assumed: AssumptionOptions;
}

/** What the emulator adds to the fake. */
export interface FakeHost {
  /** Whether the IDs of new entries do not depend on the seed. The initial data still does. Default: `false`. */
  readonly randomIds?: boolean;
  /** Default: channels, a menu, and the orders and goods receipts of the last 90 days. */
  readonly fill?: Fill;
  /** Is called with an unexpected error, for which a request got a 500. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Creates a fake, and calls back after each change. */
export function createFake(
  options: FakeOutletOptions,
  reportChange: ReportChange,
  { randomIds = false, fill = fillWithPast, onError }: FakeHost = {},
): Fake {
  fakesSoFar += 1;
  const { baseUrl = `https://outlet-${fakesSoFar}.example`, now = () => Date.now() } = options;
  const { rateLimit = { requests: 5, interval: 1_000 }, seed = 1, hostile = false } = options;
  const settings = { seed, hostile, assumed: {} };
  const assumptions = assumptionsOf(settings);
  const clock = createClock(now, reportChange);
  const deliveries = createDeliveries(
    clock,
    assumptions,
    seed,
    () => options.webhookFetch ?? fetch,
    reportChange,
  );
  const outlets: OutletParts[] = [];
  /** Includes those that were removed, so that no ID or token returns. */
  let outletsSoFar = 0;
  const service = createService(outlets, rateLimit, clock, assumptions, deliveries, onError);
  const faults = createFaults(seed, outlets, reportChange);
  const http = createFetch(service, faults, clock);
  const storage: Outlet['storage'] = new Map();
  const merchantId = options.merchantId ?? `merchant-${createRandom(seed).hex(8)}`;

  function assumptionsOf({ seed, hostile, assumed }: Settings): Assumptions {
    return assumptionsFrom({ ...options, ...assumed }, hostile ? createRandom(seed) : undefined);
  }

  function assumeAlso(changes: AssumptionOptions): void {
    rejectUnknown<AssumptionOptions>('assume', changes, defaultAssumptions);
    const assumed = definedIn({ ...settings.assumed, ...changes });
    Object.assign(assumptions, assumptionsOf({ ...settings, assumed }));
    settings.assumed = assumed;
    reportChange('assumptions');
  }

  function reset(options?: ResetOptions): void {
    rejectUnknown<ResetOptions>('reset', options, { seed: true, hostile: true, keepKeys: true });
    const changes = options ?? {};
    settings.seed = changes.seed ?? settings.seed;
    settings.hostile = changes.hostile ?? settings.hostile;
    settings.assumed = {};
    Object.assign(assumptions, assumptionsOf(settings));
    for (const { autopilot } of outlets) autopilot.reset(settings.seed);
    outlets.splice(1);
    // Without a seed for IDs, no ID or token returns, so a late request cannot reach an outlet that was added later.
    if (!randomIds) outletsSoFar = 1;
    for (const part of [http, service, clock]) part.reset();
    for (const part of [faults, deliveries]) part.reset(settings.seed);
    storage.clear();
    first.outlet.reset(randomOf(0).integer(0, 2 ** 31), changes);
    for (const topic of fakeTopics) reportChange(topic);
  }

  /** Returns the random values of an outlet: first its seed, then its ID. */
  function randomOf(index: number): Random {
    return createRandom(settings.seed + 1_000_003 * index);
  }

  function reportOutletChange(...[topic, outletId]: Parameters<ReportChange>): void {
    reportChange(topic, outletId);
    if (topic !== 'orders') return;
    for (const { autopilot } of outlets) autopilot.wake();
  }

  function addOutlet(options: NewOutlet): OutletParts {
    const random = randomOf(outletsSoFar);
    const seed = random.integer(0, 2 ** 31);
    const scope = { merchantId, outletId: options.outletId ?? `outlet-${random.hex(8)}` };
    if (outlets.some(({ outlet }) => outlet.outletId === scope.outletId))
      throw new FakeError(`Another outlet has the ID ${scope.outletId}.`);
    const outlet = createOutlet(scope, options, seed, {
      clock,
      deliveries,
      assumptions,
      storage,
      reportChange: (topic) => reportOutletChange(topic, scope.outletId),
      randomIds,
      number: outletsSoFar + 1,
      fill,
    });
    const autopilot = createAutopilot(outlet, settings.seed);
    const parts = { outlet, autopilot, fake: controlsOf(outlet, autopilot) };
    outlets.push(parts);
    outletsSoFar += 1;
    reportChange('outlet');
    return parts;
  }

  function removeOutlet(outletId: string): void {
    const parts = outlets.find(({ outlet }) => outlet.outletId === outletId);
    if (!parts) throw new UnknownIdError(`No outlet has the ID ${outletId}.`);
    if (parts === first) throw new FakeError('The first outlet cannot be removed.');
    outlets.splice(outlets.indexOf(parts), 1);
    const { autopilot, outlet } = parts;
    autopilot.stop();
    for (const key of outlet.keys.all()) outlet.keys.remove(key);
    // Another outlet can get the same ID.
    deliveries.forget(outletId);
    for (const active of faults.active.filter(({ fault }) => fault.outletId === outletId)) active.remove();
    reportChange('outlet');
  }

  function controlsOf(outlet: Outlet, autopilot: Autopilot): FakeOutlet {
    return {
      ...createOutletControls(outlet),
      baseUrl,
      merchantId,
      assumptions,
      assume: assumeAlso,
      fetch: http.fetch,
      clock,
      autopilot,
      addOutlet(options) {
        rejectUnknown<NewOutlet>('addOutlet', options, outletOptions);
        return addOutlet(options ?? {}).fake;
      },
      deliveries: deliveries.rows,
      redeliver: (delivery) => deliveries.redeliverMessageOf(delivery),
      async idle(options) {
        rejectUnknown<IdleOptions>('idle', options, { skipRetries: true });
        await deliveries.idle(options);
      },
      async waitFor(predicate, options) {
        rejectUnknown<WaitOptions>('waitFor', options, { timeout: true });
        return waitFor(predicate, options?.timeout, http.requests, deliveries.rows);
      },
      failNext(fault) {
        rejectUnknown<Fault>('failNext', fault, faultOptions);
        faults.failNext(fault);
      },
      faults: faults.active,
      requests: http.requests,
      reset,
      [Symbol.dispose]() {
        for (const { autopilot } of outlets) autopilot.stop();
        deliveries.stop();
      },
    };
  }

  const first = addOutlet(options);
  return {
    ...first,
    outlets,
    addOutlet,
    removeOutlet,
    settings,
    deliveries,
    faults,
    clock,
    rateLimit,
    http,
    idempotency: service.idempotency,
  };
}

type IdleOptions = NonNullable<Parameters<FakeOutlet['idle']>[0]>;
type WaitOptions = NonNullable<Parameters<FakeOutlet['waitFor']>[1]>;

async function waitFor<T>(
  predicate: () => T | Promise<T>,
  timeout = 4_000,
  requests: readonly RecordedRequest[],
  deliveries: readonly Delivery[],
): Promise<NonNullable<Awaited<T>>> {
  const signal = AbortSignal.timeout(timeout);
  try {
    for (;;) {
      const value = await untilAborted(Promise.resolve(predicate()), signal);
      if (value) return value;
      await sleep(10, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    const seen = `${requests.length} requests and made ${deliveries.length} deliveries`;
    throw new Error(`waitFor: not true within ${timeout} ms. The fake has received ${seen}.`);
  }
}
