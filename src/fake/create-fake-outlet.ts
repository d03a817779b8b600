import { sleep, untilAborted } from '../timers.js';
import { type Assumptions, assumptionsFrom } from './assumptions.js';
import { createFakeGoodsReceipts } from './controls/goods-receipt-controls.js';
import { createFakeOrders } from './controls/order-controls.js';
import { createFakePublishing } from './controls/publishing-controls.js';
import { createAnnouncements } from './deliveries/announcements.js';
import { createDeliveries, type Deliveries, type Delivery } from './deliveries/deliveries.js';
import { photoByFileEnding } from './endpoints/photos.js';
import type { FakeOutlet, FakeOutletOptions, NewOutlet } from './fake-outlet.js';
import { fill } from './initial-data/fill.js';
import { type Clock, createClock } from './outlet/clock.js';
import { createKeyRing, type KeyScope } from './outlet/keys.js';
import { hasEnded } from './outlet/orders.js';
import type { Outlet } from './outlet/outlet.js';
import { createRandom } from './outlet/random.js';
import {
  type Changed,
  createState,
  type FakeOutletDetails,
  type FakePhoto,
  fakeTopics,
  type StoredOrder,
} from './outlet/state.js';
import { createFaults, type Faults } from './service/faults.js';
import { createFetch, type RecordedRequest, type RecordingFetch } from './service/fetch.js';
import { createService } from './service/service.js';

let fakesSoFar = 0;

/**
 * Creates a fake of the API in memory: all endpoints with their rules and limits, webhooks, and faults on demand.
 * @example
 * ```ts
 * const fake = createFakeOutlet({ seed: 7 });
 * const { token } = fake.key('digital-ordering');
 * const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken: token, fetch: fake.fetch });
 * ```
 */
export function createFakeOutlet(options: FakeOutletOptions = {}): FakeOutlet {
  return createFake(options, () => {}).fake;
}

/** A fake with its live parts, which the emulator reads without copying them. */
export interface Fake {
  readonly fake: FakeOutlet;
  /** The first outlet. A reset replaces its `state`. */
  readonly outlet: Outlet;
  readonly deliveries: Deliveries;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly http: RecordingFetch;
}

export function createFake(options: FakeOutletOptions, changed: Changed): Fake {
  fakesSoFar += 1;
  const { baseUrl = `https://outlet-${fakesSoFar}.example`, seed = 1 } = options;
  const { rateLimit = { requests: 5, interval: 1_000 } } = options;
  const assume = assumptionsFrom(options, options.hostile ? createRandom(seed) : undefined);
  const clock = createClock(options.now ?? (() => Date.now()), changed);
  const deliveries = createDeliveries(clock, assume, seed, () => options.webhookFetch ?? fetch, changed);
  const outlets: Outlet[] = [];
  const service = createService(outlets, rateLimit, clock, assume);
  const faults = createFaults(seed, changed);
  const http = createFetch(service, faults, clock);
  const storage = new Map<string, FakePhoto>();
  const merchantId = options.merchantId ?? `merchant-${createRandom(seed).hex(8)}`;

  function reset(): void {
    outlets.splice(1);
    faults.reset(seed);
    for (const part of [http, service, clock, deliveries, ...outlets]) part.reset();
    storage.clear();
    fakeTopics.forEach(changed);
  }

  function createOutletWith(options: NewOutlet): Outlet {
    const random = createRandom(seed + 1_000_003 * outlets.length);
    const outletSeed = random.integer(0, 2 ** 31);
    const scope = { merchantId, outletId: options.outletId ?? `outlet-${random.hex(8)}` };
    const outlet = createOutlet(scope, options, outletSeed, { clock, deliveries, assume, storage, changed });
    outlets.push(outlet);
    return outlet;
  }

  function controlsOf(outlet: Outlet): FakeOutlet {
    const { announce } = outlet;
    return {
      baseUrl,
      merchantId,
      outletId: outlet.outletId,
      assumptions: assume,
      fetch: http.fetch,
      clock,
      keys: outlet.keys,
      key: (useCase) => outlet.keys.find(useCase),
      orders: createFakeOrders(outlet),
      goodsReceipts: createFakeGoodsReceipts(outlet),
      channels: createFakePublishing(
        'channel',
        () => outlet.state.channels,
        announce.channelsPublished,
        () => changed('channels'),
      ),
      menus: createFakePublishing(
        'menu item',
        () => outlet.state.menuItems,
        announce.menusPublished,
        () => changed('menus'),
      ),
      updateOutlet: (details) => updateOutlet(outlet, details),
      republish: (ids) => republish(outlet, ids),
      addOutlet: (options = {}) => controlsOf(createOutletWith(options)),
      deliveries: deliveries.rows,
      redeliver: (delivery) => deliveries.redeliver(delivery),
      sendEvent: ({ event, key, id }) => announce.testEvent(outlet.keys.find(key), event, id),
      idle: (how) => deliveries.idle(how),
      waitFor: (predicate, how) => waitFor(predicate, how?.timeout, http.requests, deliveries.rows),
      failNext: (fault) => faults.failNext(fault),
      faults: faults.active,
      requests: http.requests,
      reset,
    };
  }

  const outlet = createOutletWith(options);
  return { fake: controlsOf(outlet), outlet, deliveries, faults, clock, http };
}

interface Shared {
  readonly clock: Clock;
  readonly deliveries: Deliveries;
  readonly assume: Assumptions;
  readonly storage: Outlet['storage'];
  readonly changed: Changed;
}

function createOutlet(scope: KeyScope, options: NewOutlet, seed: number, shared: Shared): Outlet {
  const { clock, deliveries, assume, storage, changed } = shared;
  const { currency = 'EUR', photos = photoByFileEnding, empty = false } = options;
  const keys = createKeyRing(scope, seed, changed);
  const outlet: Outlet = {
    ...scope,
    currency,
    photos,
    storage,
    clock,
    assume,
    keys,
    changed,
    announce: createAnnouncements(keys, clock, deliveries, assume),
    random: createRandom(seed),
    state: createState(),
    reset() {
      keys.reset();
      outlet.random = createRandom(seed);
      outlet.state = createState();
      if (!empty) fill(outlet);
    },
  };
  outlet.reset();
  return outlet;
}

function updateOutlet(
  { state, announce, changed }: Outlet,
  details?: Partial<FakeOutletDetails>,
): FakeOutletDetails {
  Object.assign(state.details, details);
  announce.outletUpdated();
  changed('outlet');
  return { ...state.details };
}

async function waitFor<T>(
  predicate: () => T | Promise<T>,
  timeout = 5_000,
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

/** API specification: Events, rule 7. */
function republish({ state, announce }: Outlet, ids: string | readonly string[]): void {
  function find(id: string): StoredOrder {
    const stored = state.orders.get(id);
    if (stored && hasEnded(stored)) return stored;
    throw new Error(`The fake outlet has no order ${id} that is complete or cancelled.`);
  }

  const wanted = ids === 'all' ? [...state.orders.values()].filter(hasEnded) : [ids].flat().map(find);
  for (const stored of wanted) announce.republish(stored);
}
