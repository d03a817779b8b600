import { FakeError } from '../fake-error.js';
import type { FakeOutlet, TestEvent } from '../fake-outlet.js';
import type { Outlet } from '../outlet/outlet.js';
import { type FakeOutletDetails, hasEnded, type StoredOrder } from '../outlet/state.js';
import { rejectUnknown } from '../reject-unknown.js';
import { createFakeGoodsReceipts } from './goods-receipt-controls.js';
import { createFakeOrders } from './order-controls.js';
import { createFakePublishing } from './publishing-controls.js';

/** The controls that change only one outlet. */
type OutletControls = Pick<
  FakeOutlet,
  | 'outletId'
  | 'keys'
  | 'key'
  | 'orders'
  | 'goodsReceipts'
  | 'channels'
  | 'menus'
  | 'updateOutlet'
  | 'republish'
  | 'sendEvent'
>;

export function createOutletControls(outlet: Outlet): OutletControls {
  const { outletId, keys, announcements, reportChange } = outlet;
  return {
    outletId,
    keys,
    key: (useCase) => keys.find(useCase),
    orders: createFakeOrders(outlet),
    goodsReceipts: createFakeGoodsReceipts(outlet),
    channels: createFakePublishing(
      'channel',
      () => outlet.state.channels,
      announcements.channelsPublished,
      () => reportChange('channels'),
    ),
    menus: createFakePublishing(
      'menu item',
      () => outlet.state.menuItems,
      announcements.menusPublished,
      () => reportChange('menus'),
    ),
    updateOutlet: (details) => updateOutlet(outlet, details),
    republish: (ids) => republish(outlet, ids),
    sendEvent(options) {
      rejectUnknown<TestEvent>('sendEvent', options, { event: true, key: true, id: true });
      announcements.testEvent(keys.find(options.key), options.event, options.id);
    },
  };
}

function updateOutlet(
  { state, announcements, reportChange }: Outlet,
  details?: Partial<FakeOutletDetails>,
): FakeOutletDetails {
  const known = { name: true, address: true, phoneNumber: true };
  rejectUnknown<Partial<FakeOutletDetails>>('updateOutlet', details, known);
  Object.assign(state.details, details);
  announcements.outletUpdated();
  reportChange('outlet');
  return { ...state.details };
}

/** API specification: Events, rule 7. */
function republish({ state, announcements }: Outlet, ids: string | readonly string[]): void {
  function find(id: string): StoredOrder {
    const stored = state.orders.get(id);
    if (stored && hasEnded(stored)) return stored;
    throw new FakeError(`The fake outlet has no order ${id} that is complete or cancelled.`);
  }

  const wanted = ids === 'all' ? [...state.orders.values()].filter(hasEnded) : [ids].flat().map(find);
  for (const stored of wanted) announcements.republish(stored);
}
