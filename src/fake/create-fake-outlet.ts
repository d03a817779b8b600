import { assumptionsFrom } from './assumptions.js';
import { createFakeGoodsReceipts } from './controls/goods-receipt-controls.js';
import { createFakeOrders } from './controls/order-controls.js';
import { createFakeChannels, createFakeMenus } from './controls/publishing-controls.js';
import { createAnnouncements } from './deliveries/announcements.js';
import { createDeliveries, type Deliveries } from './deliveries/deliveries.js';
import { actionLogRules } from './endpoints/action-log-endpoints.js';
import { baseMenuRules } from './endpoints/base-menu-endpoints.js';
import { channelRules } from './endpoints/channel-endpoints.js';
import { goodsReceiptRules } from './endpoints/goods-receipt-endpoints.js';
import { menuRules } from './endpoints/menu-endpoints.js';
import { orderRules } from './endpoints/order-endpoints.js';
import { photoByFileEnding } from './endpoints/photos.js';
import { reservationRules } from './endpoints/reservation-endpoints.js';
import type { FakeOutlet, FakeOutletOptions } from './fake-outlet.js';
import { type Clock, createClock } from './outlet/clock.js';
import { createKeyRing } from './outlet/keys.js';
import { hasEnded } from './outlet/orders.js';
import type { Outlet } from './outlet/outlet.js';
import { createRandom } from './outlet/random.js';
import { createState } from './outlet/state.js';
import { fill } from './seed/fill.js';
import { createFaults } from './service/faults.js';
import { createFetch, type RecordedRequest } from './service/fetch.js';
import { createService } from './service/service.js';

let fakesSoFar = 0;

/**
 * Creates the service in memory: every endpoint, its rules and limits, its webhooks, and failures on demand.
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
  const { baseUrl = `https://outlet-${fakesSoFar}.example` } = options;
  const { rateLimit = { requests: 5, interval: 1_000 } } = options;
  const records: RecordedRequest[] = [];
  const faults = createFaults();
  const clock = createClock(options.now ?? (() => Date.now()));
  const deliveries = createDeliveries(clock, () => options.fetch ?? globalThis.fetch, options.webhooks);
  const outlet = createOutlet(options, clock, deliveries);
  if (!options.empty) fill(outlet);
  const service = createService(outlet, rateLimit, {
    ...channelRules(outlet),
    ...menuRules(outlet),
    ...orderRules(outlet),
    ...reservationRules(outlet),
    ...actionLogRules(outlet),
    ...baseMenuRules(outlet),
    ...goodsReceiptRules(outlet),
  });

  return {
    baseUrl,
    merchantId: outlet.merchantId,
    outletId: outlet.outletId,
    fetch: createFetch(service, faults, clock, records),
    clock,
    keys: outlet.keys,
    key: (useCase) => outlet.keys.of(useCase),
    orders: createFakeOrders(outlet),
    goodsReceipts: createFakeGoodsReceipts(outlet),
    channels: createFakeChannels(outlet),
    menus: createFakeMenus(outlet),
    updateOutlet: () => outlet.announce.outletUpdated(),
    republish: (ids) => republish(outlet, ids),
    deliveries: deliveries.rows,
    idle: (how) => deliveries.idle(how),
    failNext: (fault) => faults.failNext(fault),
    requests: records,
  };
}

function createOutlet(options: FakeOutletOptions, clock: Clock, deliveries: Deliveries): Outlet {
  const random = createRandom(options.seed ?? 1);
  const assume = assumptionsFrom(options);
  const scope = { merchantId: `merchant-${random.hex(8)}`, outletId: `outlet-${random.hex(8)}` };
  const keys = createKeyRing(scope, random);
  return {
    ...scope,
    currency: options.currency ?? 'EUR',
    clock,
    random,
    assume,
    keys,
    state: createState(),
    announce: createAnnouncements(keys, clock, deliveries, assume),
    photos: options.photos ?? photoByFileEnding,
    sparsePages: options.sparsePages ?? false,
  };
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
