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
      return kind === 'list' ? { data: items } : pageOf(items, isRecord(json) ? json : {}, nextField);
    }
  }
}

function listIn(json: unknown): unknown[] | undefined {
  if (Array.isArray(json)) return json;
  if (!isRecord(json)) return undefined;
  if (Array.isArray(json.data)) return json.data;
  const lists = Object.values(json).filter((value) => Array.isArray(value));
  return lists.length === 1 ? lists[0] : undefined;
}

function pageOf(items: unknown[], json: Record<string, unknown>, nextField: string): Unwrapped {
  const found = nextField in json ? json[nextField] : valueAt(json, nextField.split('.'));
  const next = found ?? '';
  if (typeof next !== 'string') return issue(nextField, 'must be a string or null');
  if (next.length > maxCursorLength) return issue(nextField, `is longer than ${maxCursorLength} characters`);
  const data: PageData<unknown> = { items, next: next || null };
  if (found !== undefined) return { data };
  return { data, possibleCursors: Object.entries(json).flatMap(possibleCursorsAt) };
}

function valueAt(json: unknown, path: readonly string[]): unknown {
  return path.reduce((value, key) => (isRecord(value) ? value[key] : undefined), json);
}

/** Returns the path of a scalar, or of the texts of an object such as `pagination` whose names are those of cursors. */
function possibleCursorsAt([key, value]: [string, unknown]): string[] {
  if (['string', 'number', 'boolean'].includes(typeof value)) return [redactKey(key)];
  if (!isRecord(value)) return [];
  const names = Object.keys(value).filter((name) => isCursorPath(name) && isText(value[name]));
  return names.map((name) => `${redactKey(key)}.${redactKey(name)}`);
}

/** Returns whether the last name of a path is that of a cursor, and not of another text or of the page before. */
export function isCursorPath(path: string): boolean {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return /cursor|next|token|continuation|^after$/i.test(name) && !/^prev/i.test(name);
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
