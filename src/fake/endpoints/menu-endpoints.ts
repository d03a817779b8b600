import { priceAt } from '../outlet/bill.js';
import type { Outlet } from '../outlet/outlet.js';
import { type FakeMenuItem, visible } from '../outlet/state.js';
import { Problems } from '../service/refusal.js';
import type { Call } from '../service/router.js';
import { menuFields, show } from './documented-fields.js';

export const menuEndpoints = { 'GET /menus': get };

/** Specification: "GET /menus". */
function get({ outlet, query }: Call): unknown {
  const channelType = query.get('channelType') ?? '';
  const partnerChannel = query.get('partnerChannel') ?? '';
  const isPartner = channelType === 'partner';
  const problems = new Problems();
  problems.unless(channelType !== '', 'channelType', 'is required');
  problems.unless(!isPartner || partnerChannel !== '', 'partnerChannel', 'is required for a partner menu');
  problems.refuseIfAny();
  const menu = show(
    menuOf(outlet, channelType, isPartner ? partnerChannel : undefined),
    menuFields,
    outlet.assume,
  );
  const { menuWrapper } = outlet.assume;
  return menuWrapper === false ? menu : { [menuWrapper]: menu };
}

function menuOf(
  { state, assume, currency }: Outlet,
  channelType: string,
  partner: string | undefined,
): unknown {
  const menuItems = visible(state.menuItems, assume).map((item) => withPartnerPrice(item, partner));
  return { channelType, partnerChannel: partner, currency, menuItems };
}

function withPartnerPrice(item: FakeMenuItem, partner: string | undefined): unknown {
  return { ...item, price: priceAt(item, partner), partnerPrices: undefined };
}
