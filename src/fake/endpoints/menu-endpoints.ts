import { getMenu } from '../../operations/menus.js';
import { priceAt } from '../outlet/bill.js';
import type { Outlet } from '../outlet/outlet.js';
import type { FakeMenuItem } from '../outlet/state.js';
import { Problems } from '../service/refusal.js';
import type { Handlers } from '../service/router.js';

/** Specification: "GET /menus". */
export function menuRules(outlet: Outlet): Handlers {
  return {
    [getMenu.id]: ({ query }) => {
      const channelType = query.get('channelType') ?? '';
      const partnerChannel = query.get('partnerChannel') ?? '';
      const isPartner = channelType === 'partner';
      const problems = new Problems();
      problems.unless(channelType !== '', 'channelType', 'is required');
      problems.unless(
        !isPartner || partnerChannel !== '',
        'partnerChannel',
        'is required for a partner menu',
      );
      problems.refuseIfAny();
      const menu = menuOf(outlet, channelType, isPartner ? partnerChannel : undefined);
      const { menuWrapper } = outlet.assume;
      return menuWrapper === false ? menu : { [menuWrapper]: menu };
    },
  };
}

function menuOf(outlet: Outlet, channelType: string, partner: string | undefined): unknown {
  const menuItems = outlet.state.menuItems.map((item) => withPartnerPrice(item, partner));
  return { channelType, partnerChannel: partner, currency: outlet.currency, menuItems };
}

function withPartnerPrice(item: FakeMenuItem, partner: string | undefined): unknown {
  return { ...item, price: priceAt(item, partner), partnerPrices: undefined };
}
