import { isRecord } from '../../records.js';
import type { FakePhoto } from '../outlet/state.js';
import { Problems } from '../service/http-error.js';
import type { Call } from '../service/router.js';
import { readList } from './bodies.js';
import { baseMenuFields, show } from './documented-fields.js';
import { fetchPhoto, storageUrl } from './photos.js';

export const baseMenuEndpoints = { 'POST /base-menus': create };

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
  return show({ ...body, id, menuItems }, baseMenuFields, outlet.assume);
}

function readItems(value: unknown): Record<string, unknown>[] {
  const problems = new Problems();
  const items = readList(value, 'menuItems', problems);
  for (const [index, { photos }] of items.entries()) {
    readList(photos ?? [], `menuItems[${index}].photos`, problems);
  }
  problems.throwIfAny();
  return items;
}

function firstPhoto({ photos }: Record<string, unknown>): unknown {
  const first: unknown = Array.isArray(photos) ? photos[0] : undefined;
  return isRecord(first) ? (first.itemImage ?? '') : undefined;
}
