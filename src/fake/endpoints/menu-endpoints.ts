import { priceAt } from '../outlet/bill.js';
import { visible } from '../outlet/state.js';
import { Problems } from '../service/http-error.js';
import type { Call } from '../service/router.js';
import { menuFields, show } from './documented-fields.js';

export const menuEndpoints = { 'GET /menus': get };

/** API specification: Endpoints › `GET /menus`. */
function get({ outlet, query }: Call): unknown {
  const { assume, currency, state } = outlet;
  const channelType = query.get('channelType') ?? '';
  const partnerChannel = query.get('partnerChannel') ?? '';
  const isPartner = channelType === 'partner';
  const problems = new Problems();
  problems.unless(channelType !== '', 'channelType', 'is required');
  problems.unless(!isPartner || partnerChannel !== '', 'partnerChannel', 'is required for a partner menu');
  problems.throwIfAny();
  const partner = isPartner ? partnerChannel : undefined;
  const menuItems = visible(state.menuItems, assume).map((item) => {
    return { ...item, price: priceAt(item, partner), partnerPrices: undefined };
  });
  const menu = show({ channelType, partnerChannel: partner, currency, menuItems }, menuFields, assume);
  return assume.menuWrapper === false ? menu : { [assume.menuWrapper]: menu };
}
