import type { Issue } from '../errors/issue.js';
import { shownKey } from '../errors/shown-key.js';
import { isRecord } from '../records.js';

/** One page of a list as the service answered it. */
export interface PageAnswer<T> {
  readonly items: readonly T[];
  /** The cursor of the next page; `null` on the last one. */
  readonly next: string | null;
}

/** How data stands in an answer. */
export type AnswerKind = 'one' | 'list' | 'pages' | 'anything';

/** A cursor travels in an address, and servers refuse longer ones. */
const longestCursor = 8_192;

const mostNamedKeys = 20;

type Shape = { readonly data: unknown } | { readonly issues: readonly Issue[] };

/**
 * Finds the data in an answer. The specification does not show how lists are wrapped, so every usual way is understood: a
 * bare array, `{ data, next }`, or an object with exactly one property that is an array.
 */
export function shapeOf(json: unknown, kind: AnswerKind): Shape {
  switch (kind) {
    case 'anything':
      return { data: json };
    case 'one':
      return entityIn(json);
    case 'list': {
      const items = listIn(json);
      return items ? { data: items } : noList(json);
    }
    case 'pages': {
      const items = listIn(json);
      return items ? pageOf(items, json) : noList(json);
    }
  }
}

function entityIn(json: unknown): Shape {
  if (!isRecord(json))
    return { issues: [{ path: '', message: `expected an object; found ${kindOf(json)}` }] };
  return { data: isRecord(json.data) && !('id' in json) ? json.data : json };
}

function listIn(json: unknown): unknown[] | undefined {
  if (Array.isArray(json)) return json;
  if (!isRecord(json)) return undefined;
  if (Array.isArray(json.data)) return json.data;
  const lists = Object.values(json).filter((value) => Array.isArray(value));
  return lists.length === 1 ? lists[0] : undefined;
}

function pageOf(items: unknown[], json: unknown): Shape {
  const next = isRecord(json) ? (json.next ?? '') : '';
  if (typeof next !== 'string') return { issues: [{ path: 'next', message: 'must be a string or null' }] };
  if (next.length > longestCursor) {
    return { issues: [{ path: 'next', message: `is longer than ${longestCursor} characters` }] };
  }
  return { data: { items, next: next === '' ? null : next } };
}

function noList(json: unknown): Shape {
  const message = `expected a list, \`data\`, or exactly one property that is a list; found ${kindOf(json)}`;
  return { issues: [{ path: '', message }] };
}

function kindOf(json: unknown): string {
  if (isRecord(json)) return `an object with the keys ${namesIn(Object.keys(json))}`;
  if (Array.isArray(json)) return 'a list';
  return json === null ? 'null' : `a ${typeof json}`;
}

function namesIn(keys: readonly string[]): string {
  const named = keys.slice(0, mostNamedKeys).map(shownKey).join(', ');
  return keys.length > mostNamedKeys ? `${named} and ${keys.length - mostNamedKeys} more` : named || '(none)';
}
