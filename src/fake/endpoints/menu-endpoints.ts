import { isRecord } from '../../json.js';
import { priceAt } from '../outlet/bill.js';
import type { Outlet } from '../outlet/outlet.js';
import { type FakePhoto, visible } from '../outlet/state.js';
import type { Call } from '../service/handler.js';
import { invalid, Problems } from '../service/http-error.js';
import { readList, readOptionalList } from './bodies.js';
import { baseMenuFields, menuFields, show } from './documented-fields.js';
import { fetchPhoto, storageUrl } from './photos.js';

/** API specification: Resources › Channel. */
const documentedTypes = ['partner', 'dine-in'];

export const menuEndpoints = { 'GET /menus': get, 'POST /base-menus': create };

/** API specification: Endpoints › `GET /menus`. */
function get({ outlet, query }: Call): unknown {
  const { assumptions, currency, state } = outlet;
  const channelType = query.get('channelType') ?? '';
  const partnerChannel = query.get('partnerChannel') ?? '';
  const isPartner = channelType === 'partner';
  const problems = new Problems();
  problems.unless(channelType !== '', 'channelType', 'is required');
  problems.unless(!isPartner || partnerChannel !== '', 'partnerChannel', 'is required for a partner menu');
  problems.throwIfAny();
  rejectUnknownType(outlet, channelType);
  const partner = isPartner ? partnerChannel : undefined;
  const menuItems = visible(state.menuItems, assumptions).map((item) => {
    return { ...item, price: priceAt(item, partner), partnerPrices: undefined };
  });
  const menu = show({ channelType, partnerChannel: partner, currency, menuItems }, menuFields, assumptions);
  return assumptions.menuWrapper === false ? menu : { [assumptions.menuWrapper]: menu };
}

function rejectUnknownType({ assumptions, state }: Outlet, channelType: string): void {
  const { unknownChannelTypeStatus } = assumptions;
  const types = [...documentedTypes, ...visible(state.channels, assumptions).map(({ type }) => type)];
  if (unknownChannelTypeStatus === false || types.includes(channelType)) return;
  const problem = `no channel has this type, only ${[...new Set(types)].join(', ')}`;
  throw invalid('channelType', problem, unknownChannelTypeStatus);
}

interface Item {
  readonly fields: Record<string, unknown>;
  readonly photo?: FakePhoto;
}

/**
 * Fetches all photos before it stores anything. Photos that are too large are reported last.
 * API specification: Endpoints › `POST /base-menus`.
 */
async function create({ outlet, body }: Call): Promise<unknown> {
  const unacceptable = new Problems();
  const tooLarge = new Problems();
  const items = await Promise.all(
    readItems(body.menuItems).map(async (fields, index): Promise<Item> => {
      const itemImage = firstPhoto(fields);
      if (itemImage === undefined) return { fields };
      const photo = await fetchPhoto(outlet, itemImage);
      if (!('problem' in photo)) return { fields, photo };
      const problems = photo.status === 413 ? tooLarge : unacceptable;
      problems.add(`menuItems[${index}].photos[0].itemImage`, photo.problem);
      return { fields };
    }),
  );
  unacceptable.throwIfAny();
  tooLarge.throwIfAny(413);
  const id = `menu-${outlet.random.hex(12)}`;
  const menuItems = items.map(({ fields, photo }, index) => {
    if (!photo) return { ...fields, photos: [] };
    const itemImage = storageUrl(id, index, photo);
    outlet.storage.set(itemImage, photo);
    return { ...fields, photos: [{ itemImage }] };
  });
  return show({ ...body, id, menuItems }, baseMenuFields, outlet.assumptions);
}

function readItems(value: unknown): Record<string, unknown>[] {
  const problems = new Problems();
  const items = readList(value, 'menuItems', problems);
  for (const [index, { photos }] of items.entries()) {
    readOptionalList(photos, `menuItems[${index}].photos`, problems);
  }
  problems.throwIfAny();
  return items;
}

function firstPhoto({ photos }: Record<string, unknown>): unknown {
  const first: unknown = Array.isArray(photos) ? photos[0] : undefined;
  return isRecord(first) ? (first.itemImage ?? '') : undefined;
}
