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
import { createState } from './outlet/state.js';
import { createFaults } from './service/faults.js';
import { createFetch, type RecordedRequest } from './service/fetch.js';
import { createService } from './service/service.js';

let fakesSoFar = 0;

/**
 * Creates the API in memory: all endpoints with their rules and limits, webhooks, and failures on demand.
 *
 * @example
 * ```ts
 * const fake = createFakeOutlet({ seed: 7 });
 * const { token } = fake.key('digital-ordering');
 * const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken: token, fetch: fake.fetch });
 * ```
 */
export function createFakeOutlet(options: FakeOutletOptions = {}): FakeOutlet {
  fakesSoFar += 1;
  const { baseUrl = `https://outlet-${fakesSoFar}.example`, seed = 1 } = options;
  const { rateLimit = { requests: 5, interval: 1_000 } } = options;
  const assume = assumptionsFrom(options, options.hostile ? createRandom(seed) : undefined);
  const clock = createClock(options.now ?? (() => Date.now()));
  const deliveries = createDeliveries(clock, assume, createRandom(seed), () => options.webhookFetch ?? fetch);
  const outlets: Outlet[] = [];
  const service = createService(outlets, rateLimit, clock, assume);
  const faults = createFaults();
  const requests: RecordedRequest[] = [];
  const fakeFetch = createFetch(service, faults, clock, requests);
  const ids = createRandom(seed);
  const merchantId = options.merchantId ?? `merchant-${ids.hex(8)}`;

  function reset(): void {
    for (const part of [clock, deliveries, service, faults, ...outlets]) part.reset();
    requests.length = 0;
  }

  function addOutlet({ outletId = `outlet-${ids.hex(8)}`, ...rest }: NewOutlet = {}): FakeOutlet {
    const scope = { merchantId, outletId };
    const outlet = createOutlet(scope, rest, seed + outlets.length, { clock, deliveries, assume });
    outlets.push(outlet);
    const { announce } = outlet;
    return {
      baseUrl,
      merchantId,
      outletId: outlet.outletId,
      assumptions: assume,
      fetch: fakeFetch,
      clock,
      keys: outlet.keys,
      key: (useCase) => outlet.keys.find(useCase),
      orders: createFakeOrders(outlet),
      goodsReceipts: createFakeGoodsReceipts(outlet),
      channels: createFakePublishing('channel', () => outlet.state.channels, announce.channelsPublished),
      menus: createFakePublishing('menu item', () => outlet.state.menuItems, announce.menusPublished),
      updateOutlet: announce.outletUpdated,
      republish: (ids) => republish(outlet, ids),
      addOutlet,
      deliveries: deliveries.rows,
      idle: (how) => deliveries.idle(how),
      waitFor: (predicate, how) => waitFor(predicate, how, requests, deliveries.rows),
      failNext: (fault) => faults.failNext(fault),
      requests,
      reset,
    };
  }

  return addOutlet(options);
}

/** The parts that the outlets of a fake share. */
interface Shared {
  readonly clock: Clock;
  readonly deliveries: Deliveries;
  readonly assume: Assumptions;
}

function createOutlet(scope: KeyScope, options: NewOutlet, seed: number, shared: Shared): Outlet {
  const { clock, deliveries, assume } = shared;
  const { currency = 'EUR', photos = photoByFileEnding, empty = false } = options;
  const keys = createKeyRing(scope, createRandom(seed));
  const outlet: Outlet = {
    ...scope,
    currency,
    photos,
    clock,
    assume,
    keys,
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

async function waitFor<T>(
  predicate: () => T | Promise<T>,
  { timeout = 5_000 }: { timeout?: number | undefined } = {},
  requests: readonly RecordedRequest[],
  deliveries: readonly Delivery[],
): Promise<NonNullable<Awaited<T>>> {
  const end = performance.now() + timeout;
  for (;;) {
    const value = await predicate();
    if (value) return value;
    if (performance.now() > end) {
      const seen = `${requests.length} requests and made ${deliveries.length} deliveries`;
      throw new Error(`waitFor: not true within ${timeout} ms. The fake has received ${seen}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Specification: "Events", rule 7. */
function republish({ state, announce }: Outlet, ids: string | readonly string[]): void {
  const all = [...state.orders.values()].filter(hasEnded);
  const wanted = ids === 'all' ? all.map(({ order }) => order.id) : [ids].flat();
  for (const id of wanted) {
    const stored = all.find(({ order }) => order.id === id);
    if (!stored) throw new Error(`Order ${id} has not ended, so that there is no event to republish.`);
    announce.republish(stored);
  }
}
