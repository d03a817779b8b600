import { isRecord } from '../../json.js';
import { isText } from '../../options/checks.js';
import type { FetchResponse } from '../fetch-function.js';
import { isUrl, readPageUrl } from '../page-url.js';
import {
  fieldsBeside,
  headerValue,
  kindOf,
  linkTarget,
  nextLink,
  type PageField,
  valueAt,
} from './page-body.js';

/** A page as it was received. */
export interface ReceivedPage {
  readonly json: unknown;
  readonly headers: FetchResponse['headers'];
  /** The URL of the request. */
  readonly url: string;
  /** The path of the list below `/api/v1`. */
  readonly path: string;
  /** The cursor that the page was requested with. */
  readonly cursor: string | undefined;
}

/** What a page says about the page after it. */
export type Next =
  | { readonly kind: 'cursor'; readonly cursor: string }
  | { readonly kind: 'end' }
  /** Another field says that more pages follow. `cursors` are likely to be the cursor; `texts` are the other texts beside the list. */
  | {
      readonly kind: 'more';
      readonly cursors: readonly string[];
      readonly others: readonly string[];
      readonly texts: readonly string[];
    }
  /** The page does not have the field of the cursor. `others` are the scalars beside its list, and `texts` those that are texts. */
  | { readonly kind: 'unknown'; readonly others: readonly string[]; readonly texts: readonly string[] }
  | {
      readonly kind: 'unsupported';
      readonly path: string;
      readonly message: string /** The cursors inside the field. */;
      readonly keys: readonly string[];
    };

/** The maximum length of a cursor. Servers reject longer URLs. */
const maxCursorLength = 8_192;

/** Reads the next cursor of a page from the first of the fields that has one. @param records - how many the page has */
export function findNext(page: ReceivedPage, nextFields: readonly string[], records: number): Next {
  const found = nextFields.map((path) => ({ path, value: readField(page, path) }));
  const stated = found.filter(({ value }) => value !== undefined);
  const fields = fieldsBeside(page.json);
  const isLast = fields.some(({ path, value }) => saysLast(path, value));
  for (const field of stated) {
    if (isEnd(field.value) || (isLast && !/(?:^|\.)next$/.test(field.path))) continue;
    // Another option can name a field of an object `next`.
    if (isRecord(field.value) && nextFields.some((other) => other.startsWith(`${field.path}.`))) continue;
    return cursorFrom(field, page);
  }
  const cursors = [...fields.filter(isCursor), ...cursorHeaders(page.headers)].filter(
    ({ value }) => String(value) !== page.cursor && !isLast,
  );
  const flags = fields.filter(({ path, value }) => saysMore(path, value));
  const scalars = isLast
    ? []
    : fields.filter(({ path, value }) => !path.includes('.') && value !== null && value !== '');
  const texts = pathsOf(scalars.filter(({ value }) => isText(value)));
  if (cursors.length + flags.length > 0)
    return { kind: 'more', cursors: pathsOf(cursors), others: pathsOf(flags), texts };
  if (stated.length > 0) return { kind: 'end' };
  // Each page can state the total, so only that of the first page is compared with its records.
  const isFirst = page.cursor === undefined && !isLast;
  const statements = isFirst
    ? [
        ...fields.filter((field) => saysThatMoreExist(field, records)),
        ...totalHeaders(page.headers).filter(({ value }) => value > records),
      ]
    : [];
  return statements.length > 0
    ? { kind: 'more', cursors: [], others: pathsOf(statements), texts }
    : { kind: 'unknown', others: pathsOf(scalars), texts };
}

function pathsOf(fields: readonly PageField[]): string[] {
  return fields.map(({ path }) => path);
}

/** Returns the value of a field of the body, or else of a response header. */
function readField({ json, headers }: ReceivedPage, path: string): unknown {
  const value = valueAt(json, path);
  return value === undefined ? headerValue(headers, path) : value;
}

/** Returns whether a cursor field says that no page follows. */
function isEnd(value: unknown): boolean {
  return value === null || value === '' || value === false || value === 0;
}

/** Reads a cursor: text, a number, or the URL of the next page, which can be in a link object. */
function cursorFrom({ path, value }: PageField, page: ReceivedPage): Next {
  const target = linkTarget(value);
  const keys = fieldsBeside(value)
    .filter(({ value: inner }) => isText(inner))
    .map((field) => field.path);
  const unsupported = (message: string): Next => ({ kind: 'unsupported', path, message, keys });
  if (Number.isInteger(target) && !Number.isSafeInteger(target))
    return unsupported('is an integer above 2^53, whose last digits JavaScript changes');
  if (typeof target === 'number' && Number.isFinite(target))
    return { kind: 'cursor', cursor: String(target) };
  if (typeof target !== 'string')
    return unsupported(`must be a string, a number or null, not ${kindOf(target)}`);
  if (target.length > maxCursorLength) return unsupported(`is longer than ${maxCursorLength} characters`);
  const url = isUrl(target) ? readPageUrl(target, page.url, page.path) : undefined;
  return url && 'problem' in url ? unsupported(url.problem) : { kind: 'cursor', cursor: target };
}

/** Returns the headers that can contain a cursor, such as `Link` and `X-Next-Cursor`. */
export function cursorHeaders(headers: FetchResponse['headers']): PageField[] {
  const found: PageField[] = [];
  headers.forEach((value, name) => {
    if (name === 'link') {
      if (nextLink(value)) found.push({ path: 'Link', value });
    } else if (
      /(?:^|-)(?:next|cursor|continuation)(?:-|$)/.test(name) &&
      !/prev/.test(name) &&
      !/^(?:0|null)?$/.test(value)
    )
      found.push({ path: name, value });
  });
  return found;
}

/** Returns the headers with a number of records: `X-Total-Count: 130` and `Content-Range: items 0-24/130`. */
function totalHeaders(headers: FetchResponse['headers']) {
  const range = /^\D*\d+-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '');
  return [
    { path: 'X-Total-Count', value: Number(headers.get('x-total-count') ?? 0) },
    { path: 'Content-Range', value: Number(range?.[1] ?? 0) },
  ];
}

const cursorName = /(?:cursor|next|continuation)[^.]*$|(?:page_?|^|\.)token$|(?:^|\.)(?:after|next\.[^.]+)$/i;

/** Returns whether a path is that of a cursor, and not of another text or of the page before. */
export function isCursorPath(path: string): boolean {
  return cursorName.test(path) && !/(?:^|\.)(?:prev|has)/i.test(path);
}

function isCursor({ path, value }: PageField): boolean {
  return isCursorPath(path) && (isText(value) || (typeof value === 'number' && value !== 0));
}

/** The names of a number of records: `total`, `count`, `total_count`, `totalItems`, `recordsTotal` and the like. */
const totalName =
  /(?:^|[.@])(?:count|total(?:_?(?:count|size|hits|rows|records|items|results|elements|entries|orders|channels))?|(?:record|item|result)s?_?(?:total|count))$/i;

/** Returns whether a field, such as `meta.pagination.total`, says that there are more records than those of the page. */
function saysThatMoreExist({ path, value }: PageField, records: number): boolean {
  if (typeof value === 'number') return totalName.test(path) && Number.isInteger(value) && value > records;
  return (
    value !== null &&
    value !== '' &&
    value !== false &&
    /(?:^|[._])(?:more|(?:is_?)?truncated|bookmark|resumption_?token)$/i.test(path)
  );
}

/** Returns whether a flag such as `has_more` says that another page follows. */
function saysMore(path: string, value: unknown): boolean {
  return (isMoreFlag(path) && value === true) || (isLastFlag(path) && value === false);
}

function saysLast(path: string, value: unknown): boolean {
  return (isMoreFlag(path) && value === false) || (isLastFlag(path) && value === true);
}

function isMoreFlag(path: string): boolean {
  return /(?:^|\.)has_?(?:more|next)[^.]*$/i.test(path);
}

function isLastFlag(path: string): boolean {
  return /(?:^|\.)(?:is_?)?last(?:_?page)?$/i.test(path);
}
