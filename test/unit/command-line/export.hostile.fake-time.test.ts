import { existsSync, statSync } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import {
  createFakeOutlet,
  type FakeFetch,
  type FakeOutlet,
  type FakeOutletOptions,
} from 'outlet-open-api/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newFolder } from '../../support/new-folder.js';
import { hostileMode } from '../../support/services/hostile-mode.js';
import { inFakeTime } from '../../support/time/fake-time.js';
import { type Ended, run as runCommand } from './run.js';

const day = 24 * 60 * 60 * 1_000;
const from = '2026-01-01T00:00:00Z';
const to = '2026-04-01T00:00:00Z';
/** Few enough that no run waits for the rate limit. */
const records = 70;
/** Milliseconds for which an export has its file. */
const lease = 5_000;
const manyPages: FakeOutletOptions = { wrapper: 'data', sparsePages: true };

let folder = '';
let out = '';
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-05-01T12:00:00Z') });
  folder = await newFolder();
  out = join(folder, 'out.csv');
});

/** Creates an outlet with orders and receipts in each of three windows, and sets the environment variables for it. */
function outlet(options: FakeOutletOptions = {}): FakeOutlet {
  const fake = createFakeOutlet({
    ...hostileMode,
    empty: true,
    rateLimit: { requests: 50, interval: 1_000 },
    ...options,
  });
  vi.stubGlobal('fetch', fake.fetch);
  vi.stubEnv('OUTLET_BASE_URL', fake.baseUrl);
  vi.stubEnv('OUTLET_ACCESS_TOKEN', fake.key('order-data').token);
  for (let index = 0; index < records; index += 1) {
    const created = new Date(Date.parse(from) + ((index + 0.5) * 89 * day) / records);
    const amount = index / 4;
    fake.orders.add({ status: 'complete', created, payments: [{ amount, customerName: '=Ada' }] });
    fake.goodsReceipts.add({ created, items: [{ totalPrice: index }, { totalPrice: 1 }] });
  }
  return fake;
}

function run(line: string, signal?: AbortSignal, isTTY?: boolean): Promise<Ended> {
  return inFakeTime(() => runCommand(line, signal, isTTY));
}

async function rowsOf(path = out): Promise<string[]> {
  return (await readFile(path, 'utf8')).trimEnd().split(/\r?\n/);
}

const range = `--outlet-ref bistro --from ${from} --to ${to}`;

describe('export', () => {
  test('writes orders as CSV, and leaves only the file', async () => {
    const fake = outlet();
    const { code, stdout } = await run(`export orders ${range} --out ${out}`);
    expect([code, stdout]).toEqual([
      0,
      `Wrote ${out}: ${records} orders from 2026-01-01T00:00:00.000Z to 2026-04-01T00:00:00.000Z.\n`,
    ]);
    const [head, ...rows] = await rowsOf();
    expect(head).toMatch(/^id,status,channelId,/);
    const ids = rows.map((row) => row.split(',')[0]);
    expect(ids.toSorted()).toEqual(
      fake.orders
        .all()
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(await readdir(folder)).toEqual(['out.csv']);
  });

  test('prints its result as JSON with --json', async () => {
    outlet();
    const { stdout } = await run(`export payments ${range} --out ${out} --json`);
    const times = { from: '2026-01-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' };
    expect(JSON.parse(stdout)).toEqual({ file: out, content: 'payments', records, rows: records, ...times });
  });

  test('fails if a page has no next, but another field that can be the cursor', async () => {
    outlet();
    vi.stubGlobal('fetch', async () => Response.json({ data: [{ id: 'a' }], nextCursor: 'c-1' }));
    const { code, stderr } = await run(`export orders ${range} --out ${out}`);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('`next` has no cursor, but the page has nextCursor'),
    ]);
    expect(await readdir(folder)).not.toContain('out.csv');
  });

  test('writes whole orders as NDJSON', async () => {
    const fake = outlet();
    out = join(folder, 'out.jsonl');
    expect(await run(`export orders ${range} --out ${out}`)).toMatchObject({ code: 0 });
    const orders = (await rowsOf()).map((row) => JSON.parse(row));
    const documented = fake.orders.all().map(({ id, status, payments }) => ({ id, status, payments }));
    expect(orders.toSorted(byId)).toMatchObject(documented.sort(byId));
  });

  test('says on stderr which integers NDJSON cannot keep', async () => {
    outlet();
    const order = '{"id":"a","status":"complete","serial":9007199254740993}';
    vi.stubGlobal('fetch', async () => new Response(`{"data":[${order}]}`));
    const { code, stderr } = await run(`export orders ${range} --out ${join(folder, 'out.jsonl')}`);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('integers above 2^53, whose last digits JavaScript changes: [].serial'),
    ]);
  });

  test.each([
    ['payments', 'csv', records],
    ['payments', 'ndjson', records],
    ['goods-receipts', 'csv', records],
    ['goods-receipts', 'ndjson', records],
    ['goods-receipt-lines', 'csv', 2 * records],
    ['goods-receipt-lines', 'ndjson', 2 * records],
  ])('writes %s as %s', async (what, format, count) => {
    outlet();
    expect(await run(`export ${what} ${range} --out ${out} --format ${format}`)).toMatchObject({ code: 0 });
    expect(await rowsOf()).toHaveLength(count + (format === 'csv' ? 1 : 0));
  });

  test('guards formulas, and writes a byte order mark with --bom', async () => {
    outlet();
    await run(`export payments ${range} --out ${out} --bom`);
    const text = await readFile(out, 'utf8');
    expect(text.startsWith('\ufefforderId')).toBe(true);
    expect(text).toContain(",'=Ada");
  });

  test('writes the records of some statuses', async () => {
    const fake = outlet();
    for (const { id } of fake.goodsReceipts.all().slice(0, 7)) fake.goodsReceipts.cancel(id);
    const { stdout } = await run(`export goods-receipt-lines ${range} --status cancelled,draft --out ${out}`);
    expect(stdout).toContain(': 14 lines of 7 goods receipts from');
  });
});

/** Interrupts an export after it has written records, but not before this many requests. */
async function interrupted(fake: FakeOutlet, line: string, requests: number) {
  const leaving = new AbortController();
  const earliest = fake.requests.length + requests;
  const keys = `${out}.part.ids`;
  vi.stubGlobal('fetch', async (...request: Parameters<FakeFetch>) => {
    const hasWritten = existsSync(keys) && statSync(keys).size > 0;
    if (hasWritten && fake.requests.length >= earliest) leaving.abort({ exitCode: 130 });
    return fake.fetch(...request);
  });
  const ended = await run(line, leaving.signal);
  vi.stubGlobal('fetch', fake.fetch);
  return ended;
}

describe('an interrupted export', () => {
  test.each(['csv', 'ndjson'])('is resumed by the same command, and writes the same %s', async (format) => {
    const fake = outlet(manyPages);
    const whole = join(folder, `whole.${format}`);
    await run(`export orders ${range} --out ${whole}`);
    const line = `export orders ${range} --out ${out} --format ${format}`;
    let interruptions = 0;
    for (let requests = 1; ; requests += 1) {
      const { code, stderr } = await interrupted(fake, line, requests);
      if (code === 0) break;
      interruptions += 1;
      expect([code, stderr]).toEqual([130, expect.stringContaining('Interrupted')]);
      expect(await readdir(folder)).not.toContain('out.csv');
    }
    expect(interruptions).toBeGreaterThan(1);
    expect((await rowsOf()).sort()).toEqual((await rowsOf(whole)).sort());
    expect((await readdir(folder)).sort()).toEqual(['out.csv', `whole.${format}`]);
  });

  test('keeps the end of its range if it is resumed without --to', async () => {
    const fake = outlet(manyPages);
    const line = `export orders ${range} --out ${out}`;
    await interrupted(fake, line, 2);
    const { code, stdout } = await run(line.replace(` --to ${to}`, ''));
    expect([code, stdout]).toEqual([0, expect.stringContaining('to 2026-04-01T00:00:00.000Z.')]);
  });

  test('is not resumed with other options, and can be restarted', async () => {
    const fake = outlet(manyPages);
    fake.failNext({ path: '/orders', fault: 'rate-limited' });
    await interrupted(fake, `export orders ${range} --out ${out}`, 1);
    for (const other of [
      `export payments ${range} --out ${out}`,
      `export orders --outlet-ref bistro --from 2026-01-02T00:00:00Z --to ${to} --out ${out}`,
      `export orders ${range} --out ${out} --status complete`,
      `export orders ${range} --out ${out} --format ndjson`,
      `export orders ${range} --out ${out} --bom`,
    ]) {
      const { code, stderr } = await run(other);
      expect([code, stderr]).toEqual([2, expect.stringContaining('--restart')]);
    }
    expect(await run(`export payments ${range} --out ${out} --restart`)).toMatchObject({ code: 0 });
  });

  test('restarted with --restart and interrupted again leaves nothing of the first run', async () => {
    const fake = outlet(manyPages);
    const line = `export orders ${range} --out ${out}`;
    await interrupted(fake, line, 3);
    // As if it were killed before its first page.
    const leaving = new AbortController();
    vi.stubGlobal('fetch', () => {
      leaving.abort({ exitCode: 143 });
      return new Promise(() => {});
    });
    const restarted = await run(`export payments ${range} --out ${out} --restart`, leaving.signal);
    expect(restarted).toMatchObject({ code: 143 });
    vi.stubGlobal('fetch', fake.fetch);
    expect(await run(`export payments ${range} --out ${out}`)).toMatchObject({ code: 0 });
    expect(await rowsOf()).toHaveLength(records + 1);
  });

  test('of another outlet is not resumed, and nothing is fetched', async () => {
    const fake = outlet(manyPages);
    const line = `export orders ${range} --out ${out}`;
    await interrupted(fake, line, 2);
    const sent = fake.requests.length;
    const { code, stderr } = await run(line.replace('bistro', 'cafe'));
    expect([code, stderr]).toEqual([2, expect.stringContaining('"bistro"')]);
    expect(stderr).toContain('"cafe"');
    expect(fake.requests).toHaveLength(sent);
    expect(await run(line)).toMatchObject({ code: 0 });
    expect(await rowsOf()).toHaveLength(records + 1);
  });

  test('that waited for another export of the file does not replace it', async () => {
    const fake = outlet(manyPages);
    const line = `export orders ${range} --out ${out}`;
    const other = await createFileCheckpointStore(folder).acquire({
      name: 'out.csv.part',
      leaseDuration: lease,
    });
    const waiting = run(line.replace('bistro', 'cafe'));
    await writeFile(out, 'the other export');
    await other?.release();
    expect(await waiting).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') });
    expect(await readFile(out, 'utf8')).toBe('the other export');
    expect(fake.requests).toEqual([]);
  });

  test('that could not replace the file has nothing left to fetch', async () => {
    const fake = outlet();
    const line = `export orders ${range} --out ${out}`;
    vi.stubGlobal('fetch', async (...request: Parameters<FakeFetch>) => {
      await mkdir(out, { recursive: true });
      return fake.fetch(...request);
    });
    expect(await run(line)).toMatchObject({ code: 2, stderr: expect.stringContaining('is a folder') });
    await rmdir(out);
    vi.stubGlobal('fetch', fake.fetch);
    const sent = fake.requests.length;
    expect(await run(line)).toMatchObject({ code: 0 });
    expect(fake.requests).toHaveLength(sent);
    expect(await rowsOf()).toHaveLength(records + 1);
  });

  test('that has already replaced the file is not resumed', async () => {
    outlet();
    const line = `export orders ${range} --out ${out}`;
    const other = await createFileCheckpointStore(folder).acquire({
      name: 'out.csv.part',
      leaseDuration: lease,
    });
    const finished = { version: 2, task: 'export', outletRef: 'bistro', isDone: true } as const;
    await other?.save(finished);
    await other?.release();
    expect(await run(line)).toMatchObject({ code: 0 });
    expect(await readdir(folder)).toEqual(['out.csv']);
  });

  test('removes what was written after its checkpoint', async () => {
    const fake = outlet(manyPages);
    const line = `export orders ${range} --out ${out}`;
    await interrupted(fake, line, 2);
    await writeFile(`${out}.part`, 'half a line, wri', { flag: 'a' });
    await writeFile(`${out}.part.ids`, 'xx', { flag: 'a' });
    expect(await run(line)).toMatchObject({ code: 0 });
    expect(await rowsOf()).toHaveLength(records + 1);
  });

  test('whose part file is too short can only be restarted', async () => {
    const fake = outlet(manyPages);
    const line = `export orders ${range} --out ${out}`;
    await interrupted(fake, line, 2);
    await writeFile(`${out}.part`, '');
    const { code, stderr } = await run(line);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--restart')]);
  });
});

/** Windows has neither modes, nor links without a permission. */
describe.skipIf(process.platform === 'win32')('the file of an export', () => {
  const line = () => `export orders ${range} --out ${out}`;

  test.each(['.part', '.part.ids'])('is never written through a link at %s', async (suffix) => {
    outlet();
    const foreign = join(folder, 'foreign.txt');
    await writeFile(foreign, 'of another program');
    await symlink(foreign, out + suffix);
    expect(await run(line())).toMatchObject({ code: 0 });
    expect(await readFile(foreign, 'utf8')).toBe('of another program');
    expect((await lstat(out)).isFile()).toBe(true);
  });

  test('can only be read by its owner, even if another file was in its place', async () => {
    outlet();
    await writeFile(`${out}.part`, 'left by another program', { mode: 0o666 });
    await chmod(`${out}.part`, 0o666);
    await run(line());
    expect((await stat(out)).mode & 0o777).toBe(0o600);
  });

  test('can only be read by its owner, even if its mode changed before it is resumed', async () => {
    const fake = outlet(manyPages);
    await interrupted(fake, line(), 2);
    await chmod(`${out}.part`, 0o666);
    expect(await run(line())).toMatchObject({ code: 0 });
    expect((await stat(out)).mode & 0o777).toBe(0o600);
  });

  test('is not resumed if a link replaced it', async () => {
    const fake = outlet(manyPages);
    await interrupted(fake, line(), 2);
    const foreign = join(folder, 'foreign.txt');
    await rename(`${out}.part`, foreign);
    await symlink(foreign, `${out}.part`);
    const before = await readFile(foreign, 'utf8');
    const { code, stderr } = await run(line());
    expect([code, stderr]).toEqual([2, expect.stringContaining('is a link or a folder, not a file')]);
    expect(await readFile(foreign, 'utf8')).toBe(before);
  });
});

test('an order that the service returns again is in the file once', async () => {
  const fake = outlet(manyPages);
  let cursors = 0;
  const rejectCursor: FakeFetch = async (input, init) => {
    if (String(input).includes('cursor=')) cursors += 1;
    const isRejected = cursors === 2;
    if (isRejected) cursors += 1;
    return isRejected
      ? Response.json({ code: 400, message: 'Unknown cursor' }, { status: 400 })
      : fake.fetch(input, init);
  };
  vi.stubGlobal('fetch', rejectCursor);
  expect(await run(`export orders ${range} --out ${out}`)).toMatchObject({ code: 0 });
  expect(cursors).toBeGreaterThan(3);
  const ids = (await rowsOf()).map((row) => row.split(',')[0]);
  expect(ids).toHaveLength(records + 1);
  expect(new Set(ids).size).toBe(records + 1);
});

describe('progress', () => {
  test('is a bar in a terminal', async () => {
    outlet();
    const { stderr } = await run(`export orders ${range} --out ${out}`, undefined, true);
    const bars = stderr.replaceAll('\u001b[K', '').split('\r');
    expect(bars[1]).toMatch(/^░{15,16} \d %, \d+ orders up to 2026-01-\d\d, .+ left$/);
    expect(bars.slice(-2)).toEqual([
      `${'█'.repeat(16)} 100 %, ${records} orders up to 2026-04-01, less than 1 min left`,
      '',
    ]);
  });

  test('is not in a log', async () => {
    outlet();
    expect((await run(`export orders ${range} --out ${out}`)).stderr).toBe('');
  });

  test.each([true, false])('is in one line if the run ends early, in a terminal: %s', async (isTTY) => {
    const fake = outlet();
    const goodPages = vi.fn(fake.fetch);
    vi.stubGlobal('fetch', async (...request: Parameters<FakeFetch>) => {
      if (goodPages.mock.calls.length === 2) fake.keys.revoke('order-data');
      return goodPages(...request);
    });
    const { code, stderr } = await run(`export goods-receipts ${range} --out ${out}`, undefined, isTTY);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Stopped at \d+ %: read \d+ goods receipts up to 2026-0\d-\d\d\.\n.*401/);
  });
});

describe('arguments', () => {
  test.each([
    ['export', /Specify one of orders, payments, goods-receipts, goods-receipt-lines/],
    ['export dishes --out x.csv', /^The command does not export dishes\. Specify one of orders, payments/],
    ['export order --out x.csv', /^The command does not export order\. Did you mean orders\?$/m],
    [`export orders payments ${range} --out x.csv`, /^Unexpected argument: payments\./],
    [`export orders ${range}`, /--out <file> is missing/],
    [`export orders --out x.csv --from ${from}`, /--outlet-ref <id> is missing/],
    [`export orders --out x.csv --outlet-ref= --from ${from}`, /--outlet-ref <id> is missing/],
    ['export orders --outlet-ref bistro --out x.csv', /--from <time> is missing/],
    [
      'export orders --outlet-ref bistro --out x.csv --from 2026-01-01',
      /--from must be a time with a UTC offset/,
    ],
    [`export orders --outlet-ref bistro --out x.csv --from ${to} --to ${from}`, /--to is before --from/],
    ['export orders --outlet-ref bistro --out x.csv --from 2999-01-01T00:00:00Z', /--from is in the future/],
    [`export orders --out ${tmpdir()} --format csv --force ${range}`, /is a folder/],
    [`export orders --out no/such/x.csv ${range}`, /^The folder no\/such does not exist\. Create it, or/],
    [`export orders --out x.txt ${range}`, /--format must be csv or ndjson/],
    [`export orders --out x.csv ${range} --format xml`, /--format must be csv or ndjson/],
    [`export orders --out x.csv ${range} --fast`, /--fast/],
    [`export orders --out x.csv ${range} --status compelte`, /--status must be one of complete, cancelled/],
    [`export goods-receipt-lines --out x.csv ${range} --status completed,open`, /--status must be a list of/],
  ])('%j is rejected with code 2', async (line, message) => {
    outlet();
    const { code, stderr, stdout } = await run(line);
    expect([code, stderr, stdout]).toEqual([2, expect.stringMatching(message), '']);
  });

  test('an existing file is kept, unless --force replaces it', async () => {
    outlet();
    await writeFile(out, 'precious');
    expect(await run(`export orders ${range} --out ${out}`)).toMatchObject({ code: 2 });
    expect(await readFile(out, 'utf8')).toBe('precious');
    expect(await run(`export orders ${range} --out ${out} --force`)).toMatchObject({ code: 0 });
    expect(await rowsOf()).toHaveLength(records + 1);
  });
});

describe('a failure', () => {
  test('ends with code 1 and a message that does not contain the token', async () => {
    const fake = outlet();
    const { token } = fake.key('order-data');
    fake.keys.revoke('order-data');
    const { code, stderr } = await run(`export orders ${range} --out ${out}`);
    expect([code, stderr]).toEqual([1, expect.stringContaining('401')]);
    expect(stderr).not.toContain(token);
    expect(await readdir(folder)).not.toContain('out.csv');
  });

  test('of the system ends with a message in one line', async () => {
    outlet();
    const path = join(folder, `${'a'.repeat(300)}.csv`);
    const { code, stderr } = await run(`export orders ${range} --out ${path}`);
    expect([code, stderr.match(/\n/g)]).toEqual([1, ['\n']]);
    expect(stderr).toContain('Fix the problem, then run the same command to resume.');
  });

  test('because another export is writing the file says so', async () => {
    outlet();
    await createFileCheckpointStore(folder).acquire({ name: 'out.csv.part', leaseDuration: 60_000 });
    expect(await run(`export orders ${range} --out ${out}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Another export is writing'),
    });
  });

  test('because the lock was lost does not blame another export', async () => {
    const { fetch } = outlet();
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const locks = (await readdir(folder)).filter((name) => name.endsWith('.lock'));
      await Promise.all(locks.map((name) => rm(join(folder, name))));
      return fetch(url, init);
    });
    const { code, stderr } = await run(`export orders ${range} --out ${out}`);
    expect([code, stderr]).toEqual([1, expect.stringContaining('lost its lease')]);
  });

  test('ends with code 2 if there is no API key', async () => {
    outlet();
    vi.stubEnv('OUTLET_ACCESS_TOKEN', '');
    expect(await run(`export orders ${range} --out ${out}`)).toMatchObject({
      code: 2,
      stderr: 'The token is missing: set OUTLET_ACCESS_TOKEN.\n',
    });
  });

  test('because of plain HTTP ends with code 2, unless --allow-insecure-http allows it', async () => {
    const { fetch, baseUrl } = outlet();
    const line = `export orders ${range} --out ${out} --base-url http://pos.example`;
    expect(await run(line)).toMatchObject({
      code: 2,
      stderr:
        'The URL must use HTTPS; to send the token unencrypted over plain HTTP, add --allow-insecure-http.\n',
    });
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      fetch(url.replace('http://pos.example', baseUrl), init),
    );
    expect(await run(`${line} --allow-insecure-http`)).toMatchObject({ code: 0 });
  });
});

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1;
}
