import { isText } from '../../checks.js';
import { type Issue, redactKey } from '../../errors/issue.js';
import type { Endpoint } from '../../operations/operation.js';
import { isRecord } from '../../records.js';

export interface PageData<T> {
  readonly items: readonly T[];
  /** The cursor of the next page; `null` on the last page. */
  readonly next: string | null;
}

interface UnwrappedData {
  readonly data: unknown;
  /** The paths of undocumented fields next to the list of a page without a cursor: one of them can be the cursor. */
  readonly possibleCursors?: readonly string[];
}

type Unwrapped = UnwrappedData | { readonly issues: readonly Issue[] };

/** The maximum length of a cursor. Servers reject longer URLs. */
const maxCursorLength = 8_192;

/** The maximum number of records in a response. Real records are larger, so `maxResponseBytes` is reached first. */
const maxRecords = 100_000;

const maxListedKeys = 20;

/**
 * Finds the data of a response in its wrapper. The API specification does not define how lists are wrapped.
 * So a list can be a bare array, `{ data, next }`, or an object with exactly one array property.
 */
export function unwrap(json: unknown, kind: Endpoint['responseKind'], nextField: string): Unwrapped {
  switch (kind) {
    case 'anything':
      return { data: json };
    case 'one':
      if (!isRecord(json)) return issue('', `must be an object, not ${kindOf(json)}`);
      return { data: isRecord(json.data) && !('id' in json) ? json.data : json };
    case 'list':
    case 'pages': {
      const items = listIn(json);
      if (!items) {
        return issue('', `must be a list, \`data\`, or an object with one list, not ${kindOf(json)}`);
      }
      if (items.length > maxRecords) return issue('', `has more than ${maxRecords} records`);
      const stranger = items.findIndex((item) => !isRecord(item));
      if (stranger !== -1) return issue(`[${stranger}]`, `must be an object, not ${kindOf(items[stranger])}`);
      return kind === 'list' ? { data: items } : pageOf(items, isRecord(json) ? json : {}, nextField);
    }
  }
}

/** Returns the issue of an entity without an ID. */
export function missingIdIn(entity: unknown): Issue | undefined {
  const { id } = isRecord(entity) ? entity : {};
  if (isText(id) || Number.isFinite(id)) return undefined;
  return { path: 'id', message: `is missing in ${kindOf(entity)}` };
}

/** Returns whether a body describes an error, whatever its status. */
export function isErrorBody(json: unknown): boolean {
  if (!isRecord(json)) return false;
  const { code, statusCode = code } = json;
  return 'error' in json || 'errors' in json || (typeof statusCode === 'number' && statusCode >= 400);
}

/** Returns the list of a response: a bare array, the field `data`, or the only field with a list. */
export function listIn(json: unknown): unknown[] | undefined {
  if (Array.isArray(json)) return json;
  if (!isRecord(json)) return undefined;
  if (Array.isArray(json.data)) return json.data;
  const lists = Object.values(json).filter((value) => Array.isArray(value));
  return lists.length === 1 ? lists[0] : undefined;
}

function pageOf(items: unknown[], json: Record<string, unknown>, nextField: string): Unwrapped {
  const found = cursorAt(json, nextField);
  const next = found ?? '';
  if (typeof next !== 'string') return issue(nextField, 'must be a string or null');
  if (next.length > maxCursorLength) return issue(nextField, `is longer than ${maxCursorLength} characters`);
  const data: PageData<unknown> = { items, next: next || null };
  if (found !== undefined) return { data };
  return { data, possibleCursors: possibleCursors(json).slice(0, maxListedKeys) };
}

/** Returns the value of a field, or of its path. */
export function cursorAt(json: Record<string, unknown>, nextField: string): unknown {
  if (nextField in json) return json[nextField];
  return nextField
    .split('.')
    .reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), json);
}

/** Returns the paths of the fields that can be the cursor of a page. */
export function possibleCursors(json: Record<string, unknown>): string[] {
  return Object.entries(json).flatMap(possibleCursorsAt);
}

/** Returns the paths of a scalar beside the list, or of the cursors in an object such as `pagination`. */
function possibleCursorsAt([key, value]: [string, unknown]): string[] {
  if (isRecord(value)) return cursorsIn(value, key);
  return ['string', 'number', 'boolean'].includes(typeof value) ? [redactKey(key)] : [];
}

/** Searches objects in objects as well, such as `_links.next.href`. */
function cursorsIn(holder: Record<string, unknown>, path: string, depth = 2): string[] {
  return Object.entries(holder).flatMap(([key, value]) => {
    const place = `${path}.${key}`;
    if (isRecord(value)) return depth > 1 ? cursorsIn(value, place, depth - 1) : [];
    const isCursor = isCursorPath(place) && (isText(value) || typeof value === 'number');
    return isCursor ? [place.split('.').map(redactKey).join('.')] : [];
  });
}

const cursorName = /(?:cursor|next|token|continuation)[^.]*$|(?:^|\.)(?:after|next\.[^.]+)$/i;

/** Returns whether a path is that of a cursor, and not of another text or of the page before. */
export function isCursorPath(path: string): boolean {
  return cursorName.test(path) && !/(?:^|\.)prev/i.test(path);
}

function issue(path: string, message: string): Unwrapped {
  return { issues: [{ path, message }] };
}

function kindOf(json: unknown): string {
  if (Array.isArray(json)) return 'a list';
  if (!isRecord(json)) return json === null ? 'null' : `a ${typeof json}`;
  const keys = Object.keys(json);
  const listed = keys.slice(0, maxListedKeys).map(redactKey).join(', ') || '(none)';
  return `an object with the keys ${listed}${keys.length > maxListedKeys ? ' and others' : ''}`;
}
