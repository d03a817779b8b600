import { redactKey } from '../../errors/issue.js';
import { isRecord } from '../../json.js';
import type { FetchResponse } from '../fetch-function.js';

/** A field of a page, by its path, such as `pagination.next`. */
export interface PageField {
  readonly path: string;
  readonly value: unknown;
}

/** How deep fields beside the list are searched: `_links.next.href` is 3 deep. */
const maxDepth = 3;

/** Returns the value of a field, or of its path. In an array of links, a name selects the link with this `rel`. */
export function valueAt(json: unknown, path: string): unknown {
  if (isRecord(json) && path in json) return json[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        Array.isArray(value)
          ? value.find((link) => isRecord(link) && link.rel === name)
          : isRecord(value)
            ? value[name]
            : undefined,
      json,
    );
}

/** Returns the fields beside a list, also those of objects such as `pagination`, and the links of an array. */
export function fieldsBeside(json: unknown): PageField[] {
  return isRecord(json) ? fieldsIn(json, [], maxDepth) : [];
}

function fieldsIn(holder: Record<string, unknown>, path: readonly string[], depth: number): PageField[] {
  return Object.entries(holder).flatMap(([key, value]) => {
    const place = [...path, key];
    if (isLinks(key, value)) return value.map((link) => linkField(link, place));
    if (isRecord(value)) return depth > 1 ? fieldsIn(value, place, depth - 1) : [];
    return Array.isArray(value) ? [] : [{ path: place.join('.'), value }];
  });
}

function linkField(link: unknown, place: readonly string[]): PageField {
  const rel = isRecord(link) && typeof link.rel === 'string' ? link.rel : '';
  return { path: [...place, rel].join('.'), value: linkTarget(link) };
}

/** Returns whether a value is a list of links, such as `links: [{ rel, href }]`, and not of records. */
export function isLinks(key: string, value: unknown): value is unknown[] {
  if (!Array.isArray(value)) return false;
  return (
    /^_?links$/i.test(key) ||
    (value.length > 0 && value.every((link) => isRecord(link) && 'rel' in link && 'href' in link))
  );
}

/** Returns the URL of a link object, and any other value unchanged. */
export function linkTarget(value: unknown): unknown {
  return isRecord(value) && typeof value.href === 'string' ? value.href : value;
}

/** Returns the value of a response header; of `Link`, the URL of the next page. */
export function headerValue(headers: FetchResponse['headers'], name: string): string | undefined {
  if (!/^[\w-]+$/.test(name)) return undefined;
  const value = headers.get(name) ?? undefined;
  return name.toLowerCase() === 'link' ? nextLink(value) : value;
}

/** Returns the URL with `rel=next` of a `Link` header. */
export function nextLink(header = ''): string | undefined {
  for (const [, url, params = ''] of header.matchAll(/<([^>]*)>([^<]*)/g))
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?=[\s;,]|$))/i.test(params)) return url;
  return undefined;
}

/** Returns a path as an error may show it. */
export function shownPath(path: string): string {
  return path
    .split('.')
    .map((key) => (key.startsWith('@') ? `@${redactKey(key.slice(1))}` : redactKey(key)))
    .join('.');
}

/** Describes a value of a body without its content. */
export function kindOf(json: unknown): string {
  if (Array.isArray(json)) return 'a list';
  if (!isRecord(json)) return json === null ? 'null' : `a ${typeof json}`;
  const keys = Object.keys(json);
  const listed = keys.slice(0, maxListedKeys).map(redactKey).join(', ') || '(none)';
  return `an object with the keys ${listed}${keys.length > maxListedKeys ? ' and others' : ''}`;
}

const maxListedKeys = 20;
