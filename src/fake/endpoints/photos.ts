import type { Outlet } from '../outlet/outlet.js';
import type { FakePhoto } from '../outlet/state.js';

export interface PhotoProblem {
  readonly status: 400 | 413;
  readonly problem: string;
}

const storageOrigin = 'https://storage.outlet.example';

/** The maximum size of a photo in a base menu. API specification: Limits › Base menu photo. */
const maxPhotoBytes = 10 * 1024 * 1024;
const extensions: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

/** The URL of a menu's own copy of a photo. */
export function storageUrl(menuId: string, index: number, { type }: FakePhoto): string {
  return `${storageOrigin}/${menuId}/${index}.${extensions[type]}`;
}

/** Returns the photo at a URL, which can be in the storage of the API. API specification: Endpoints › `POST /base-menus`, rules 2 to 4. */
export async function fetchPhoto(outlet: Outlet, itemImage: unknown): Promise<FakePhoto | PhotoProblem> {
  const url = typeof itemImage === 'string' && URL.canParse(itemImage) ? new URL(itemImage) : undefined;
  if (url?.protocol !== 'https:') return { status: 400, problem: 'must be an https URL' };
  if (isPrivate(url.hostname)) return { status: 400, problem: 'must be on a public host' };
  const photo = await photoAt(outlet, url);
  if (!photo) return { status: 400, problem: 'cannot be fetched' };
  if (!(photo.type in extensions)) return { status: 400, problem: 'must be a JPEG or PNG' };
  if (photo.bytes > maxPhotoBytes) return { status: 413, problem: 'must be at most 10 MB' };
  return photo;
}

async function photoAt({ storage, photos }: Outlet, url: URL): Promise<FakePhoto | undefined> {
  if (url.origin === storageOrigin) return storage.get(url.href);
  try {
    return await photos(url.href);
  } catch {
    // Without a photo, the reason does not matter.
    return undefined;
  }
}

/** Returns a photo by the extension of its URL, without a network. */
export function photoByFileEnding(url: string): FakePhoto | undefined {
  const ending = /\.(\w+)$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '';
  const types: Readonly<Record<string, string>> = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png' };
  return { type: types[ending] ?? 'text/html', bytes: 200_000 };
}

function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/\.+$/, '');
  const isSingleLabel = /^[^.:]+$/.test(host);
  return (
    isSingleLabel ||
    /\.(localhost|local|internal|lan)$/.test(host) ||
    /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host) ||
    /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(host) ||
    /^\[(::1?|f[cd].*|fe[89ab].*|::ffff:.*)\]$/.test(host)
  );
}
