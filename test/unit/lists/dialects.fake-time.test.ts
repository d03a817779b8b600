import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutletClient, type OutletClientOptions } from 'outlet-open-api';
import { backfillOrders, createMemoryCheckpointStore, pollGoodsReceipts } from 'outlet-open-api/sync';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { json, rejection } from '../../support/services/scripted-service.js';
import { inFakeTime } from '../../support/time/fake-time.js';
import { run as runAtOnce } from '../command-line/run.js';

/** How an API represents the pages of its lists. Its cursor is the number of records so far. */
interface Dialect {
  readonly page: (items: readonly object[], next: number | null, url: URL) => Response;
  /** Reads the cursor of a request. Default: the parameter `cursor`. */
  readonly offset?: (params: URLSearchParams) => unknown;
  /** Requests that the API rejects. */
  readonly rejects?: (params: URLSearchParams) => boolean;
  /** The options that the error names and that make the list whole. Without them, the list is whole at once. */
  readonly options?: OutletClientOptions;
  readonly flags?: string;
  /** What the error without the options says. */
  readonly error?: string | RegExp;
}

const pageSize = 25;
const total = 61;
const hour = 3_600_000;
const now = Date.now();
const records = Array.from({ length: total }, (_, index) => ({
  id: `r-${index}`,
  status: index % 2 === 0 ? 'completed' : 'complete',
  created: new Date(now - (index + 2) * hour).toISOString(),
  totalPrice: 1,
}));
// Each list has records of one status, so that its pages are full.
const recordsOf = (path: string) =>
  records.map((record) => ({ ...record, status: path.endsWith('/orders') ? 'complete' : 'completed' }));
const range = { from: new Date(now - 10 * 24 * hour).toISOString(), to: new Date(now - hour).toISOString() };

function fetchOf({ page, offset = (params) => params.get('cursor'), rejects }: Dialect): typeof fetch {
  return async (input) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    const { pathname, searchParams: params } = url;
    if (/\/channels$|\/action-log$/.test(pathname)) return json({ data: [] });
    if (/\/menus$/.test(pathname)) return json({ menuItems: [] });
    if (/\/orders\/r-/.test(pathname)) return json({ id: 'r-0', status: 'complete' });
    if (rejects?.(params)) return json({ code: 400, message: 'Invalid query' }, 400);
    const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
    const matching = recordsOf(pathname).filter(({ created }) => created >= from && created <= to);
    const start = Number(offset(params) ?? 0);
    const end = start + pageSize;
    return page(matching.slice(start, end), end < matching.length ? end : null, url);
  };
}

const lists = ['orders', 'actionLogs', 'goodsReceipts'] as const;
const each = (name: string) => Object.fromEntries(lists.map((list) => [list, name]));
const flagsFor = (flag: string, name: string) => lists.map((list) => `${flag} ${list}=${name}`).join(' ');
const named = (nextField: string) => ({
  options: { nextField: each(nextField) },
  flags: flagsFor('--next-field', nextField),
  error: new RegExp(`(nextField: \\{ \\w+: '${nextField}' \\}|--next-field \\w+=${nextField})`),
});
const nested = (itemsField: string) => ({
  options: { itemsField },
  flags: `--items-field ${itemsField}`,
  error: new RegExp(`(itemsField: \\{ \\w+: '${itemsField}' \\}|--items-field \\w+=${itemsField})`),
});
const urlOf = (url: URL, next: number) => {
  const target = new URL(url);
  target.searchParams.set('cursor', String(next));
  return target.href;
};

let sequence = 0;

const dialects: Readonly<Record<string, Dialect>> = {
  'a text as next': { page: (data, next) => json({ data, next: next && String(next) }) },
  'a number as next': { page: (data, next) => json({ data, next }) },
  'a next of false on the last page': { page: (data, next) => json({ data, next: next ?? false }) },
  'a next of 0 on the last page': { page: (data, next) => json({ data, next: next ?? 0 }) },
  'the URL of the next page': { page: (data, next, url) => json({ data, next: next && urlOf(url, next) }) },
  'the path of the next page': {
    page: (data, next, url) => json({ data, next: next && urlOf(url, next).slice(url.origin.length) }),
  },
  'null instead of an empty list': {
    page: (data, next) => json({ data: data.length > 0 ? data : null, next }),
  },
  'only next in an empty page': { page: (data, next) => json(data.length > 0 ? { data, next } : { next }) },
  'a 204 for an empty page': {
    page: (data, next) => (data.length > 0 ? json({ data, next }) : new Response(null, { status: 204 })),
  },
  nextCursor: { page: (data, nextCursor) => json({ data, nextCursor }), ...named('nextCursor') },
  'pagination.next': {
    page: (data, next) => json({ data, pagination: { next } }),
    ...named('pagination.next'),
  },
  'a list of links': {
    page: (data, next, url) => json({ data, links: next ? [{ rel: 'next', href: urlOf(url, next) }] : [] }),
    ...named('links.next'),
  },
  'the header Link': {
    page: (data, next, url) => json({ data }, 200, next ? { link: `<${urlOf(url, next)}>; rel="next"` } : {}),
    ...named('Link'),
  },
  'the header X-Next-Cursor': {
    page: (data, next) => json({ data }, 200, next ? { 'x-next-cursor': String(next) } : {}),
    ...named('x-next-cursor'),
  },
  'a list in data': { page: (items, next) => json({ data: { items, next } }), ...nested('data.items') },
  'a list in _embedded': {
    page: (items, next) => json({ _embedded: { records: items }, next }),
    ...nested('_embedded.records'),
  },
  'several lists': { page: (items, next) => json({ items, warnings: [], next }), ...nested('items') },
  'a cursor parameter that is ignored': {
    page: (data, next) => json({ data, next }),
    offset: (params) => params.get('after'),
    options: { cursorParam: 'after' },
    flags: '--cursor-param after',
    error: /Set (the client option cursorParam|--cursor-param)/,
  },
  'a signed cursor whose parameter is ignored': {
    page: (data, next) => {
      sequence += 1;
      return json({ data, next: next && `${next}.${sequence}` });
    },
    offset: (params) => params.get('after')?.split('.')[0],
    options: { cursorParam: 'after' },
    flags: '--cursor-param after',
    error: /Set (the client option cursorParam|--cursor-param)/,
  },
  'a cursor parameter that is rejected': {
    page: (data, next) => json({ data, next }),
    offset: (params) => params.get('after'),
    rejects: (params) => params.has('cursor'),
    options: { cursorParam: 'after' },
    flags: '--cursor-param after',
    error: /set (the client option cursorParam|--cursor-param)/,
  },
  'a full page without a cursor': {
    page: (data) => json({ data }),
    error: /does not support pages without a cursor/,
  },
  'a link object': {
    page: (data, next, url) =>
      json({ data, _links: { self: { href: url.href }, ...(next && { next: { href: urlOf(url, next) } }) } }),
    ...named('_links.next.href'),
  },
  'has_more without a cursor': {
    page: (data, next) => json({ object: 'list', data, has_more: next !== null }),
    error: /has_more: the client needs a cursor, and supports no other kind of pages/,
  },
  'pages by number, with the flag last': {
    page: (content, next) => json({ content, last: next === null, number: 0, totalElements: total }),
    error: /last: the client needs a cursor/,
  },
  'a cursor with has_next_page': {
    page: (data, next) =>
      json({ data, page_info: { has_next_page: next !== null, end_cursor: String(next ?? total) } }),
    ...named('page_info.end_cursor'),
  },
  '@odata.nextLink': {
    page: (value, next, url) => json({ value, ...(next && { '@odata.nextLink': urlOf(url, next) }) }),
    ...named('@odata.nextLink'),
  },
  'the URL of another host': {
    page: (data, next, url) =>
      json({ data, next: next && urlOf(url, next).replace('pos.example', 'internal.example') }),
    error: /is a URL of another host, which the client does not follow/,
  },
  'the page in the path': {
    page: (data, next, url) => json({ data, next: next && `${url.origin}/api/v1/pages/${next}?size=25` }),
    error: /is a URL with another path than/,
  },
  'an object with a cursor': {
    page: (data, next) => json({ data, next: next && { after: String(next) } }),
    ...named('next.after'),
  },
  'records by ID': {
    page: (data, next) => json({ data: Object.fromEntries(data.map((one, index) => [index, one])), next }),
    error: /must be a list, `data`, or an object with one list/,
  },
  'one cursor for all pages': {
    page: (data, next) => {
      sequence += 1;
      return json({ data, next: next && 'scroll' });
    },
    offset: (params) => (params.get('cursor') === 'scroll' ? pageSize : 0),
    error: /needs a new cursor on each page/,
  },
};

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dialects-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await rm(folder, { recursive: true });
});

let keys = 0;
function clientFor(dialect: Dialect, options: OutletClientOptions = {}): OutletClient {
  keys += 1;
  return new OutletClient({
    baseUrl: 'https://pos.example',
    accessToken: `dialect-${keys}`,
    fetch: fetchOf(dialect),
    rateLimit: false,
    responseValidation: 'off',
    logLevel: 'off',
    ...options,
  });
}

const idsOf = (found: readonly object[]) => found.map((one) => ('id' in one ? one.id : undefined)).sort();
const allIds = idsOf(records);
const strict = { missingNext: 'error' } as const;
const checkpoints = () => ({ outletRef: 'bistro', checkpoints: createMemoryCheckpointStore() });

/** Reads everything through one function. Returns the IDs. */
const readers: Readonly<Record<string, (outlet: OutletClient) => Promise<unknown[]>>> = {
  'orders.list': async ({ orders }) => idsOf(await orders.list(range, strict).toArray()),
  'goodsReceipts.list': async ({ goodsReceipts }) => idsOf(await goodsReceipts.list(range, strict).toArray()),
  'actionLogs.list': async ({ actionLogs }) => idsOf(await actionLogs.list(range, strict).toArray()),
  async backfillOrders(outlet) {
    const got: { id?: unknown }[] = [];
    await backfillOrders(outlet, {
      name: 'backfill',
      ...checkpoints(),
      ...range,
      onOrders: (page) => got.push(...page),
    });
    return idsOf(got);
  },
  async pollGoodsReceipts(outlet) {
    const got: { id?: unknown }[] = [];
    await pollGoodsReceipts(outlet, {
      name: 'poll',
      ...checkpoints(),
      from: range.from,
      trailingDays: 1,
      onChanged: (receipt) => got.push(receipt),
    });
    return idsOf(got);
  },
};

/** Runs a command in fake time, because it waits for the rate limit. */
const run = (line: string) => inFakeTime(() => runAtOnce(line));

function stubCommands(dialect: Dialect) {
  keys += 1;
  vi.stubEnv('OUTLET_BASE_URL', 'https://pos.example');
  vi.stubEnv('OUTLET_ACCESS_TOKEN', `dialect-${keys}`);
  vi.stubGlobal('fetch', fetchOf(dialect));
}

describe.each(Object.entries(dialects))('%s', (_, dialect) => {
  const { options, flags = '', error } = dialect;
  const isWhole = error === undefined || options !== undefined;

  test.each(Object.entries(readers))(
    '%s reads all records, or fails with the option',
    async (_name, read) => {
      if (error !== undefined) {
        const problem = await rejection(read(clientFor(dialect)));
        expect(String(problem)).toMatch(error);
      }
      if (isWhole) expect(await read(clientFor(dialect, options))).toEqual(allIds);
    },
  );

  test('doctor passes, or fails with the option', async () => {
    stubCommands(dialect);
    if (error !== undefined) {
      const { code, stdout } = await run('doctor');
      expect([code, stdout]).toEqual([1, expect.stringMatching(error)]);
    }
    if (isWhole) {
      const { code, stdout } = await run(`doctor ${flags}`);
      expect(stdout).not.toMatch(/^fail/m);
      expect(code).toBe(0);
    }
  });
});

/** A dialect for each option of the command, one without options, and one that no option helps. */
const exported = [
  'a text as next',
  'nextCursor',
  'a list in data',
  'a cursor parameter that is ignored',
  'a full page without a cursor',
];

test.each(Object.entries(dialects).filter(([name]) => exported.includes(name)))(
  'export writes all records, or fails with the option: %s',
  async (_, dialect) => {
    const { options, flags = '', error } = dialect;
    stubCommands(dialect);
    const out = join(folder, 'out.ndjson');
    const line = `export orders --outlet-ref bistro --from ${range.from} --to ${range.to} --out ${out}`;
    if (error !== undefined) {
      const { code, stderr } = await run(line);
      expect([code, stderr]).toEqual([1, expect.stringMatching(error)]);
    }
    if (error !== undefined && options === undefined) return;
    expect(await run(`${line} ${flags}`)).toMatchObject({ code: 0, stderr: '' });
    const lines = (await readFile(out, 'utf8')).trim().split('\n');
    expect(idsOf(lines.map((text) => JSON.parse(text)))).toEqual(allIds);
  },
);
