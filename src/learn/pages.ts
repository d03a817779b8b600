import type { FakeEndpoint } from '../fake/index.js';
import { isRecord } from '../json.js';
import { isText } from '../options/checks.js';
import type { ListName } from '../transport/list-names.js';
import { isUrl } from '../transport/page-url.js';
import { findItems } from '../transport/receive/find-items.js';
import { cursorHeaders, isCursorPath } from '../transport/receive/find-next.js';
import { fieldsBeside, headerValue, valueAt } from '../transport/receive/page-body.js';
import { accessRequests, type Query } from './access-requests.js';
import type { Caller, Reply } from './caller.js';

/** A record of a list, with an unknown form. */
export type Entry = Readonly<Record<string, unknown>>;

/** A page of a list, or a whole list. */
export interface Page {
  readonly body: unknown;
  readonly headers: Headers;
  /** The field that contains the records, or its path; `undefined` for a bare array. */
  readonly wrapper: string | undefined;
  /** Whether the client finds the records only with its option `itemsField`. */
  readonly isHidden: boolean;
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
  /** The field of the next cursor, or its path, or a header. */
  readonly nextField: string;
  readonly isHeader: boolean;
  /** The query parameter of the cursor. */
  readonly cursorParam: string;
}

/** A field that may contain the cursor of the next page. */
interface Cursor {
  /** The name of the field or header, or the path of the field, such as `pagination.next`. */
  readonly field: string;
  readonly value: unknown;
}

/** Names of the query parameter for a cursor, the most likely first. */
const cursorParams = ['cursor', 'next', 'after', 'nextCursor', 'pageToken', 'startingAfter', 'page_token'];

/** The names of the lists in client options. */
export const listOf: { readonly [Endpoint in FakeEndpoint]?: ListName } = {
  'GET /channels': 'channels',
  'GET /orders': 'orders',
  'GET /orders/action-logs': 'actionLogs',
  'GET /inventory/goods-receipts': 'goodsReceipts',
};

/** The number of fields of a page that are tried as the cursor. */
const maxFields = 2;

/** Returns the page in a reply; `undefined` if the reply has none, such as an error. */
export function pageOf({ status, body, headers }: Reply): Page | undefined {
  if (status !== 200) return undefined;
  const found = findItems(body, undefined, ['next']);
  if (!('problem' in found)) {
    const { items } = found;
    const wrapper = isRecord(body) ? Object.keys(body).find((name) => body[name] === items) : undefined;
    return { body, headers, wrapper, isHidden: false, records: items.filter(isRecord) };
  }
  const lists = found.elsewhere.flatMap((path) => {
    const records = valueAt(body, path);
    return isListOfRecords(records) ? [{ path, records }] : [];
  });
  const full = lists.filter(({ records }) => records.length > 0);
  const [list, another] = full.length > 0 ? full : lists;
  // With two such lists, only a person knows which of them has the records.
  if (!list || another) return undefined;
  return { body, headers, wrapper: list.path, isHidden: true, records: list.records };
}

function isListOfRecords(value: unknown): value is Entry[] {
  return Array.isArray(value) && value.every(isRecord);
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
    const following = requestsFor(next, caller, endpoint).find(
      (query) => paging && paging.cursorParam in query,
    );
    if (!following || pages.length === maxPages) return listed(false);
    position = following;
  }
}

/** Tries out fields and names of the cursor parameter, until one leads from the first page to another one. */
export async function pagingOf(caller: Caller, endpoint: FakeEndpoint): Promise<Paging | undefined> {
  const first = pageOf(await caller.read(endpoint));
  if (!first) return undefined;
  const list = listOf[endpoint];
  if (list && first.isHidden && first.wrapper !== undefined)
    caller.run.names.itemsField[list] = first.wrapper;
  for (const cursor of cursorsIn(first).slice(0, maxFields)) {
    for (const query of requestsFor(cursor, caller, endpoint)) {
      const second = pageOf(await caller.read(endpoint, query));
      const [cursorParam] = Object.keys(query);
      if (!second || !isNextOf(first, second) || cursorParam === undefined) continue;
      // A list without a stable order starts with other records each time, whatever the parameter.
      if (!(await caller.isStable(endpoint))) return undefined;
      if (list) {
        caller.run.names.nextField[list] = cursor.field;
        caller.run.names.cursorParam[list] = cursorParam;
      }
      const isHeader = valueAt(first.body, cursor.field) === undefined;
      return { nextField: cursor.field, isHeader, cursorParam };
    }
  }
  return undefined;
}

/** Returns the fields of a page that may be the cursor, the most likely first, or that of the given names. */
export function cursorsIn(page: Page, fields = cursorFields(page)): Cursor[] {
  return fields
    .map((field) => ({ field, value: valueAt(page.body, field) ?? headerValue(page.headers, field) }))
    .filter(({ field, value }) => isText(value) || (typeof value === 'number' && isCursorPath(field)));
}

/** Returns the names of the fields and headers that may be the cursor. */
function cursorFields({ body, headers }: Page): string[] {
  const next = isRecord(body) ? body.next : undefined;
  if (next !== undefined && !isRecord(next)) return ['next'];
  const beside = fieldsBeside(body).map(({ path }) => path);
  const [likely, others] = [beside.filter(isCursorPath), beside.filter((path) => !isCursorPath(path))];
  return [...likely, ...cursorHeaders(headers).map(({ path }) => path), ...others];
}

/** Returns the queries with which a cursor may continue a list: that of its URL, or one for each usual name. */
function requestsFor({ value }: Cursor, { run }: Caller, endpoint: FakeEndpoint): Query[] {
  const cursor = String(value);
  if (!isUrl(cursor)) return cursorParams.map((name) => ({ [name]: cursor }));
  const { query = {} } = accessRequests(run.range)[endpoint];
  const { searchParams } = new URL(cursor, run.options.baseUrl);
  return [...searchParams].flatMap(([name, text]) => (name in query ? [] : [{ [name]: text }]));
}

/** An API that ignores the parameter returns the first page again, possibly with a cursor of another form. */
function isNextOf(first: Page, second: Page): boolean {
  const known = new Set(first.records.map((record) => JSON.stringify(record)));
  const isOther = second.records.every((record) => !known.has(JSON.stringify(record)));
  return known.size > 0 && isOther && (second.records.length > 0 || cursorsIn(second).length > 0);
}
