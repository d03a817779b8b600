import { isRecord } from '../records.js';
import type { Query } from './access-requests.js';
import type { Reply } from './reply.js';

/** A record of a list, with an unknown form. */
export type Entry = Readonly<Record<string, unknown>>;

/** A page of a list, or a whole list. */
export interface Page {
  readonly body: unknown;
  /** The name of the field that contains the records; `undefined` for a bare array. */
  readonly wrapper: string | undefined;
  readonly records: readonly Entry[];
  /** The cursor of the next page. */
  readonly next: string | undefined;
}

/** The names that a list uses. */
export interface Paging {
  /** The field of the next cursor; `undefined` if none led to another page. */
  readonly nextField: string | undefined;
  /** The query parameter of the cursor. */
  readonly cursorParam: string | undefined;
}

/** Names of the query parameter for a cursor, the most likely first. */
const cursorParams = ['cursor', 'next', 'after', 'nextCursor', 'pageToken', 'startingAfter', 'page_token'];

/** Returns the page in a reply; `undefined` if the reply has none, such as an error. */
export function pageOf({ status, body }: Reply): Page | undefined {
  if (status !== 200) return undefined;
  if (Array.isArray(body)) {
    return { body, wrapper: undefined, records: body.filter(isRecord), next: undefined };
  }
  if (!isRecord(body)) return undefined;
  const [list, another] = Object.entries(body).filter(([, value]) => Array.isArray(value));
  if (!list || another) return undefined;
  const [wrapper, value] = list;
  const next = body[nextFieldOf(body) ?? ''];
  return {
    body,
    wrapper,
    records: Array.isArray(value) ? value.filter(isRecord) : [],
    next: typeof next === 'string' && next !== '' ? next : undefined,
  };
}

/** Returns the name of the field of the next cursor: `next`, or else the only field that contains text. */
function nextFieldOf(body: Entry): string | undefined {
  if ('next' in body) return 'next';
  const [field, another] = Object.keys(body).filter((name) => typeof body[name] === 'string');
  return another === undefined ? field : undefined;
}

/**
 * Tries out names of the cursor parameter, until one leads from the first page to another one.
 * @param get - reads the page at a position of the list
 */
export async function readPaging(get: (position: Query) => Promise<Reply>): Promise<Paging> {
  const first = pageOf(await get({}));
  if (first?.next === undefined || !isRecord(first.body)) {
    return { nextField: undefined, cursorParam: undefined };
  }
  const nextField = nextFieldOf(first.body);
  for (const cursorParam of cursorParams) {
    const second = pageOf(await get({ [cursorParam]: first.next }));
    if (second && isNextOf(first, second)) return { nextField, cursorParam };
  }
  return { nextField: undefined, cursorParam: undefined };
}

/** An API that ignores the parameter returns the first page again, possibly with a cursor of another form. */
function isNextOf(first: Page, second: Page): boolean {
  const known = new Set(first.records.map((record) => JSON.stringify(record)));
  const isOther = second.records.every((record) => !known.has(JSON.stringify(record)));
  return known.size > 0 && isOther && (second.records.length > 0 || second.next !== undefined);
}
