import { isRecord } from '../../records.js';
import type { FakePhoto } from '../outlet/state.js';
import { type FieldError, Problems, Refusal } from '../service/refusal.js';
import type { Call } from '../service/router.js';
import { baseMenuFields, show } from './documented-fields.js';
import { readList } from './order-body.js';
import { fetchPhoto, type PhotoProblem, storageAddress } from './photos.js';

export const baseMenuEndpoints = { 'POST /base-menus': create };

/** A menu item and its first photo. */
interface Item {
  readonly fields: Record<string, unknown>;
  readonly photo?: FakePhoto;
}

/** All photos are fetched before anything is stored. Specification: "POST /base-menus". */
async function create({ outlet, body }: Call): Promise<unknown> {
  const found: PhotoProblem[] = [];
  const items = await Promise.all(
    readItems(body.menuItems).map(async (fields, index): Promise<Item> => {
      const address = firstPhoto(fields);
      if (address === undefined) return { fields };
      const photo = await fetchPhoto(outlet, address);
      if (!('problem' in photo)) return { fields, photo };
      found.push({ ...photo, field: `menuItems[${index}].photos[0].itemImage` });
      return { fields };
    }),
  );
  refusePhotos(found);
  const id = `menu-${outlet.random.hex(12)}`;
  const menuItems = items.map(({ fields, photo }, index) => {
    if (!photo) return { ...fields, photos: [] };
    const itemImage = storageAddress(id, index, photo);
    outlet.state.photos.set(itemImage, photo);
    return { ...fields, photos: [{ itemImage }] };
  });
  return show({ ...body, id, menuItems }, baseMenuFields, outlet.assume);
}

function readItems(value: unknown): Record<string, unknown>[] {
  const problems = new Problems();
  const items = readList(value, 'menuItems', problems);
  for (const [index, { photos }] of items.entries()) {
    readList(photos ?? [], `menuItems[${index}].photos`, problems);
  }
  problems.refuseIfAny();
  return items;
}

function firstPhoto({ photos }: Record<string, unknown>): unknown {
  const first: unknown = Array.isArray(photos) ? photos[0] : undefined;
  return isRecord(first) ? (first.itemImage ?? '') : undefined;
}

/** Too large photos are reported only if nothing else is wrong. */
function refusePhotos(found: readonly PhotoProblem[]): void {
  const status = found.some((problem) => problem.status === 400) ? 400 : 413;
  const errors = found
    .filter((problem) => problem.status === status)
    .map(({ field = '', problem }): FieldError => ({ field, message: problem }));
  if (errors.length > 0) throw new Refusal(status, 'A photo was not accepted', errors);
}
