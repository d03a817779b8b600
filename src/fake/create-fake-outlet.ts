import { createAnnouncements } from './announcements.js';
import { assumptionsFrom } from './assumptions.js';
import { type Clock, createClock } from './clock.js';
import { createDeliveries, type Deliveries } from './deliveries.js';
import type { FakeOutlet, FakeOutletOptions } from './fake-outlet.js';
import { createFaults } from './faults.js';
import { createFetch, type RecordedRequest } from './fetch.js';
import { createKeyRing } from './keys.js';
import { hasEnded } from './orders.js';
import type { Outlet } from './outlet.js';
import { createRandom } from './random.js';
import { actionLogRules } from './rules/action-logs.js';
import { baseMenuRules } from './rules/base-menus.js';
import { channelRules } from './rules/channels.js';
import { goodsReceiptRules } from './rules/goods-receipts.js';
import { menuRules } from './rules/menus.js';
import { orderRules } from './rules/orders.js';
import { photoByFileEnding } from './rules/photos.js';
import { reservationRules } from './rules/reservations.js';
import { fill } from './seed/fill.js';
import { createService } from './service.js';
import { createFakeGoodsReceipts } from './staff/goods-receipts.js';
import { createFakeOrders } from './staff/orders.js';
import { createFakeChannels, createFakeMenus } from './staff/publishing.js';
import { createState } from './state.js';

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
