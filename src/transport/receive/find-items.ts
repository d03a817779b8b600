import { isRecord } from '../../json.js';
import { isErrorBody } from './entity.js';
import { isLinks, kindOf, shownPath, valueAt } from './page-body.js';

/** The records of a page, or what is wrong with its body. */
export type FoundItems =
  | { readonly items: readonly unknown[] }
  | {
      readonly problem: string /** Paths of lists that the body has elsewhere. */;
      readonly elsewhere: readonly string[];
    };

const empty = { items: [] };

/** The maximum number of records in a response. Real records are larger, so `maxResponseBytes` is reached first. */
const maxRecords = 100_000;

/**
 * Finds the records of a page: a bare array, `data`, the only array of an object, or the field `itemsField`. The API specification
 * does not define how lists are wrapped. `null` instead of a list is an empty one, and a page with only a next cursor is also empty.
 */
export function findItems(
  json: unknown,
  itemsField: string | undefined,
  nextFields: readonly string[],
): FoundItems {
  if (json === null) return empty;
  if (Array.isArray(json)) return itemsIn(json);
  if (!isRecord(json)) return notFound(json, undefined);
  const found = itemsField === undefined ? listIn(json) : valueAt(json, itemsField);
  const hasRecords = Array.isArray(found) && found.length > 0;
  if (isErrorBody(json) && !hasRecords)
    return { problem: `describes an error instead of a list: ${kindOf(json)}`, elsewhere: [] };
  if (Array.isArray(found)) return itemsIn(found);
  if (found === null && itemsField !== undefined) return empty;
  const elsewhere = nestedLists(json);
  if (elsewhere.length === 0 && (found === null || isWithoutList(json, nextFields))) return empty;
  return notFound(json, itemsField, elsewhere);
}

function itemsIn(items: readonly unknown[]): FoundItems {
  if (items.length <= maxRecords) return { items };
  return { problem: `has more than ${maxRecords} records`, elsewhere: [] };
}

/** Returns the list of a body: a bare array, the field `data`, or the only field with a list, except `errors`. */
function listIn(json: unknown): unknown {
  if (Array.isArray(json)) return json;
  if (!isRecord(json)) return undefined;
  if (Array.isArray(json.data) || json.data === null) return json.data;
  const lists = Object.entries(json).flatMap(([key, value]) =>
    Array.isArray(value) && key !== 'errors' && !isLinks(key, value) ? [value] : [],
  );
  return lists.length === 1 ? lists[0] : undefined;
}

/** Returns whether a body has a next cursor or one `null`, but nothing that can contain records. */
function isWithoutList(json: Record<string, unknown>, nextFields: readonly string[]): boolean {
  const values = Object.values(json);
  const hasRecords = values.some(
    (value) => isRecord(value) && Object.values(value).some((part) => isRecord(part) && !('href' in part)),
  );
  const hasNext = nextFields.some((field) => valueAt(json, field) !== undefined);
  return !hasRecords && (hasNext || values.filter((value) => value === null).length === 1);
}

/** Returns the paths of the lists in a body, for advice. */
function nestedLists(json: Record<string, unknown>, path: readonly string[] = []): string[] {
  return Object.entries(json).flatMap(([key, value]) => {
    const place = [...path, key];
    if (Array.isArray(value)) return isLinks(key, value) ? [] : [shownPath(place.join('.'))];
    return isRecord(value) && path.length < 2 ? nestedLists(value, place) : [];
  });
}

function notFound(
  json: unknown,
  itemsField: string | undefined,
  elsewhere: readonly string[] = [],
): FoundItems {
  const expected =
    itemsField === undefined
      ? 'a list, `data`, or an object with one list'
      : `an object with the list ${itemsField}`;
  return { problem: `must be ${expected}, not ${kindOf(json)}`, elsewhere };
}
