import { isText } from '../checks.js';
import type { FakeEndpoint } from '../fake/service/router.js';
import { isRecord } from '../records.js';
import type { ListName } from '../transport/list-names.js';
import { listIn } from '../transport/receive/find-items.js';
import { isCursorPath } from '../transport/receive/find-next.js';
import { fieldsBeside, valueAt } from '../transport/receive/page-body.js';
import type { Query } from './access-requests.js';
import type { Caller, Reply } from './caller.js';

/** A record of a list, with an unknown form. */
export type Entry = Readonly<Record<string, unknown>>;

/** A page of a list, or a whole list. */
export interface Page {
  readonly body: unknown;
  /** The name of the field that contains the records; `undefined` for a bare array. */
  readonly wrapper: string | undefined;
  readonly records: readonly Entry[];
}

/** The first pages of a list. */
export interface List {
  readonly pages: readonly Page[];
  readonly records: readonly Entry[];
  /** Whether the list is known to end with these pages. */
  readonly isWhole: boolean;
}

/** The names with which a list is continued. They are also options of the client. */
export interface Paging {
  /** The field of the next cursor, or its path. */
  readonly nextField: string;
  /** The query parameter of the cursor. */
  readonly cursorParam: string;
}

/** A field that may contain the cursor of the next page. */
interface Cursor {
  /** The name of the field, or its path, such as `pagination.next`. */
  readonly field: string;
  readonly value: unknown;
}

/** Names of the query parameter for a cursor, the most likely first. */
const cursorParams = ['cursor', 'next', 'after', 'nextCursor', 'pageToken', 'startingAfter', 'page_token'];

/** The client options of the lists with pages. */
const listOf: { readonly [Endpoint in FakeEndpoint]?: ListName } = {
  'GET /orders': 'orders',
  'GET /orders/action-logs': 'actionLogs',
  'GET /inventory/goods-receipts': 'goodsReceipts',
};

/** The number of fields of a page that are tried as the cursor. */
const maxFields = 2;

/** Returns the page in a reply; `undefined` if the reply has none, such as an error. */
export function pageOf({ status, body }: Reply): Page | undefined {
  const list = status === 200 ? listIn(body) : undefined;
  if (!Array.isArray(list)) return undefined;
  const wrapper = isRecord(body) ? Object.keys(body).find((name) => body[name] === list) : undefined;
  return { body, wrapper, records: list.filter(isRecord) };
}

/** Reads a list until it ends, or until there are enough pages. `changes` are other parameters. */
export async function readList(
  caller: Caller,
  endpoint: FakeEndpoint,
  maxPages = 6,
  changes: Query = {},
): Promise<List> {
  const paging = await pagingOf(caller, endpoint);
  const pages: Page[] = [];
  const listed = (isWhole: boolean) => ({ pages, records: pages.flatMap(({ records }) => records), isWhole });
  let position: Query = {};
  for (;;) {
    const page = pageOf(await caller.read(endpoint, { ...changes, ...position }));
    if (!page) return listed(false);
    pages.push(page);
    const [next] = cursorsIn(page, paging && [paging.nextField]);
    if (!next) return listed(true);
    if (!paging || pages.length === maxPages || !isUsable(next)) return listed(false);
    position = { [paging.cursorParam]: String(next.value) };
  }
}

/** Tries out fields and names of the cursor parameter, until one leads from the first page to another one. */
export async function pagingOf(caller: Caller, endpoint: FakeEndpoint): Promise<Paging | undefined> {
  const first = pageOf(await caller.read(endpoint));
  if (!first) return undefined;
  for (const { field, value } of cursorsIn(first).filter(isUsable).slice(0, maxFields)) {
    for (const cursorParam of cursorParams) {
      const second = pageOf(await caller.read(endpoint, { [cursorParam]: String(value) }));
      if (!second || !isNextOf(first, second)) continue;
      const list = listOf[endpoint];
      if (list) caller.run.nextFields[list] ??= field;
      return { nextField: field, cursorParam };
    }
  }
  return undefined;
}

/** Returns the fields of a page that may be the cursor, the most likely first, or that of the given paths. */
export function cursorsIn({ body }: Page, fields?: readonly string[]): Cursor[] {
  if (!isRecord(body)) return [];
  const { next } = body;
  const names =
    fields ?? (next === undefined || isRecord(next) ? fieldsBeside(body).map(({ path }) => path) : ['next']);
  return names
    .map((field) => ({ field, value: valueAt(body, field) }))
    .filter(({ field, value }) => isText(value) || (typeof value === 'number' && isCursorPath(field)))
    .sort((one, other) => Number(isCursorPath(other.field)) - Number(isCursorPath(one.field)));
}

/** Returns whether a cursor has a query parameter of its own: it is not the URL of the next page. */
export function isUsable({ value }: Cursor): boolean {
  return typeof value !== 'string' || !/^https?:\/\/|^\/.*\?/.test(value);
}

/** An API that ignores the parameter returns the first page again, possibly with a cursor of another form. */
function isNextOf(first: Page, second: Page): boolean {
  const known = new Set(first.records.map((record) => JSON.stringify(record)));
  const isOther = second.records.every((record) => !known.has(JSON.stringify(record)));
  return known.size > 0 && isOther && (second.records.length > 0 || cursorsIn(second).length > 0);
}
