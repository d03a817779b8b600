import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeOutlet, type FakeOutlet, type FakeOutletOptions } from 'outlet-open-api/testing';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { useCases } from '../../../src/entities/use-case.js';
import { openOrdersOf } from '../../suites/learn/learn-from.js';
import { inFakeTime } from '../../support/time/fake-time.js';
import { type Ended, run, start } from './run.js';

const sandbox = 'sandbox.example';
const secret = 'aaaa.bbbb.cccc';
const allKeys = useCases.map((useCase, index) => `--key ${useCase}=TOKEN_${index}`).join(' ');

beforeEach(() => {
  vi.stubEnv('OUTLET_BASE_URL', 'https://pos.example');
  vi.stubEnv('OUTLET_ACCESS_TOKEN', secret);
  vi.stubEnv('ORDERING_TOKEN', secret);
  vi.stubEnv('TOKEN_0', 'dddd.eeee.ffff');
});

/** Creates an outlet that the environment variables describe. */
function outlet(options?: FakeOutletOptions): FakeOutlet {
  const fake = createFakeOutlet(options);
  vi.stubGlobal('fetch', fake.fetch);
  // A fake responds at any URL.
  vi.stubEnv('OUTLET_BASE_URL', `https://${sandbox}`);
  vi.stubEnv('OUTLET_ACCESS_TOKEN', fake.key('order-data').token);
  for (const [index, useCase] of useCases.entries()) vi.stubEnv(`TOKEN_${index}`, fake.key(useCase).token);
  return fake;
}

const runLearn = (options = ''): Promise<Ended> => inFakeTime(() => run(`learn ${options}`));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'learn-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('arguments', () => {
  test.each([
    ['--write', '--write and --sandbox HOST belong together'],
    ['--sandbox pos.example', '--write and --sandbox HOST belong together'],
    [`--write --sandbox ${sandbox}`, '--sandbox sandbox.example is not the host of the URL'],
    [`--key order-data=${secret}`, '--key must be use-case=NAME'],
    ['--key order-data=UNSET_TOKEN', 'The environment variable of --key order-data is not set'],
    ['--key order-dat=ORDERING_TOKEN', 'Did you mean order-data?'],
    [
      '--key order-data=ORDERING_TOKEN --key reservations=ORDERING_TOKEN',
      '--key reservations repeats a token',
    ],
  ])('%s is rejected without a request, and no message has the token', async (options, message) => {
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    const { code, stdout, stderr } = await run(`learn ${options}`);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain(secret);
    expect(stderr).not.toContain('UNSET_TOKEN');
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each([
    ['OUTLET_BASE_URL', 'The URL is missing: set OUTLET_BASE_URL.\n'],
    ['OUTLET_ACCESS_TOKEN', 'The token is missing: set OUTLET_ACCESS_TOKEN.\n'],
  ])('%s is required', async (variable, message) => {
    vi.stubEnv(variable, '');
    expect(await run('learn')).toEqual({ code: 2, stdout: '', stderr: message });
  });
});

describe('connection', () => {
  test.each([
    [
      'an HTML page',
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      'returned an HTML page',
    ],
    ['a 404 everywhere', () => Response.json({ code: 404 }, { status: 404 }), 'has no API: it returned 404'],
    [
      'a redirect',
      () => new Response(null, { status: 301, headers: { location: '/' } }),
      'redirects, with status 301',
    ],
    ['a 403 everywhere', () => Response.json({ code: 403 }, { status: 403 }), 'The keys can read nothing'],
  ])('%s ends the run', async (_, respond, message) => {
    vi.stubGlobal('fetch', async () => respond());
    const { code, stdout, stderr } = await runLearn();
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });

  test('a rejected token names its use case', async () => {
    outlet().keys.revoke('reservations');
    const { code, stderr } = await runLearn(allKeys);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The API rejected the token of reservations with 401\. /);
  });
});

describe('result', () => {
  test('lists what was found and, for the rest, why it was not', async () => {
    outlet({ orderSorting: 'newest-first' });
    const { code, stdout, stderr } = await runLearn();
    expect([code, stderr]).toEqual([0, '50 responses received\n']);
    expect(stdout).toMatch(/^Found 16 of the 20 undocumented details that these \d+ requests can show:\n/);
    expect(stdout).toMatch(/^ {2}orderSorting +"newest-first" +once +"oldest-first"$/m);
    expect(stdout).toMatch(/^ {2}Not seen in \d pages of GET \/orders\. Not seen in \d pages of /m);
    expect(stdout).toMatch(/^ {2}Needs --write\.\n {4}discountField, dineInOrders, /m);
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  test('says what an empty outlet lacks', async () => {
    outlet({ empty: true });
    const { code, stdout } = await runLearn();
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^ {2}Needs two pages of a list, and a usual name of its cursor parameter\.\n {4}cursorParam$/m,
    );
  });

  test('begins with broken rules of the API specification, and exits with 1', async () => {
    outlet({ empty: true, rateLimit: false });
    const { code, stdout } = await runLearn();
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^The API breaks rules of its specification\. [^\n]+\n {2}Every response states the rate limit/,
    );
  });

  test('begins with two orders for one idempotency key, and exits with 1', async () => {
    const fake = outlet();
    vi.stubGlobal('fetch', (url: string, { headers, ...init }: { headers: Record<string, string> }) => {
      const { 'idempotency-key': _, ...others } = headers;
      return fake.fetch(url, { ...init, headers: others });
    });
    const { code, stdout } = await runLearn(`--write --sandbox ${sandbox} ${allKeys}`);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^One idempotency key created several orders, so a retry can charge a guest twice\. /,
    );
    expect(openOrdersOf(fake)).toEqual([]);
  });

  test('shows its progress on a terminal with each request', async () => {
    const { requests } = outlet({ empty: true });
    const { stderr } = await inFakeTime(() => run('learn', undefined, true));
    expect(stderr.match(/\d+ responses received/g)).toHaveLength(requests.length);
  });

  test('has the options that the client needs', async () => {
    outlet({ cursorParam: 'after' });
    expect((await runLearn()).stdout).toContain(
      'cursorParam: { orders: "after", goodsReceipts: "after", actionLogs: "after" },',
    );
  });

  test('is JSON with --json', async () => {
    const fake = outlet();
    const { code, stdout } = await runLearn(`--json --write --sandbox ${sandbox} ${allKeys}`);
    const result = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(result).toMatchObject({ ok: true, version: 1, client: {}, unreadable: [], leftOvers: [] });
    expect(result.values).toMatchObject({ dineInOrders: true, discountField: 'amount' });
    expect(openOrdersOf(fake)).toEqual([]);
  });

  test('warns of orders that could not be cancelled, and exits with 1', async () => {
    const fake = outlet();
    fake.failNext({ fault: 'server-error', method: 'PUT', times: Number.POSITIVE_INFINITY });
    const { code, stderr } = await runLearn(`--write --sandbox ${sandbox} ${allKeys}`);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Warning: PUT \/orders\/\w+ did not cancel the order\. /m);
  });
});

describe('file', () => {
  test('contains no token and no data of the outlet, and the emulator accepts it', async () => {
    const fake = outlet({ hostile: true, seed: 9 });
    const folder = await newFolder();
    const path = join(folder, 'outlet.json');
    const { stdout } = await runLearn(`--out ${path}`);
    expect(stdout).toContain(`add --learned ${path} to the commands emulator, doctor and export`);

    expect(await readdir(folder)).toEqual(['outlet.json']);
    const text = await readFile(path, 'utf8');
    const file = JSON.parse(text);
    expect(Object.keys(file)).toEqual(['version', 'client', 'values']);
    for (const part of [
      fake.key('order-data').token,
      fake.orders.all()[0]?.id,
      fake.baseUrl,
      'Green Valley',
    ]) {
      expect(text).not.toContain(part);
    }

    vi.useRealTimers();
    vi.unstubAllGlobals();
    const emulator = start(`emulator --port 0 --json --learned ${path}`);
    const [, url] = await emulator.printed(/"dashboardUrl":"([^"]+)\/dashboard\/"/);
    const response = await fetch(`${url}/control/v1/assumptions`);
    expect(await response.json()).toMatchObject({ values: file.values });
    await emulator.stop();
  });

  test('has the list options of doctor and export', async () => {
    outlet({ cursorParam: { goodsReceipts: 'after' } });
    const folder = await newFolder();
    const path = join(folder, 'outlet.json');
    expect((await runLearn(`--out ${path}`)).code).toBe(0);
    expect(JSON.parse(await readFile(path, 'utf8')).client).toEqual({
      cursorParam: { goodsReceipts: 'after' },
    });

    const doctor = await inFakeTime(() => run(`doctor --learned ${path}`));
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining(`Used --learned ${path}.`)]);
    const command = `export goods-receipts --outlet-ref bistro --from 2026-01-01T00:00:00Z --learned ${path}`;
    const exported = await inFakeTime(() => run(`${command} --out ${join(folder, 'receipts.csv')}`));
    expect([exported.code, exported.stderr]).toEqual([0, '']);

    const wrong = await inFakeTime(() => run(`doctor --learned ${path} --cursor-param orders=page`));
    expect(wrong.code).toBe(1);
  });

  test.each([
    ['{ "wrapper": "list" }', /^--learned: \S+ was not written by learn, so it has no client options\.\n$/],
    [
      '{ "version": 1, "client": { "nextField": { "orders": 7 } } }',
      /has a client option that is not a name/,
    ],
    ['{', /is not valid JSON/],
  ])('with the content %s has no list options', async (content, message) => {
    const path = join(await newFolder(), 'outlet.json');
    await writeFile(path, content);
    const { code, stderr } = await run(`doctor --learned ${path}`);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  test('replaces an earlier file', async () => {
    outlet();
    const path = join(await newFolder(), 'outlet.json');
    await writeFile(path, '{"version":1,"values":{}}');
    expect((await runLearn(`--out ${path}`)).code).toBe(0);
    expect(await readFile(path, 'utf8')).toContain('"cursorParam"');
  });

  test.skipIf(process.platform === 'win32')('is never written through a link', async () => {
    outlet({ empty: true });
    const folder = await newFolder();
    const [path, foreign] = [join(folder, 'outlet.json'), join(folder, 'foreign.txt')];
    await writeFile(foreign, 'of another program');
    await symlink(foreign, `${path}.part`);
    expect((await runLearn(`--out ${path}`)).code).toBe(0);
    expect(await readFile(foreign, 'utf8')).toBe('of another program');
  });

  test('never replaces a file of another kind', async () => {
    const path = join(await newFolder(), 'package.json');
    await writeFile(path, '{"name":"backend","version":"1.0.0"}');
    const { code, stderr } = await run(`learn --out ${path}`);
    expect([code, stderr]).toEqual([
      2,
      `--out: ${path} exists, and learn did not write it. Choose another file.\n`,
    ]);
    expect(await readFile(path, 'utf8')).toContain('backend');
  });

  test('is checked before the first request', async () => {
    const { code, stderr } = await run(`learn --out ${join(await newFolder(), 'none', 'outlet.json')}`);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^--out: The file cannot be written: ENOENT/);
  });

  test('is not written if the run is interrupted, and created orders are cancelled', async () => {
    const fake = outlet();
    const folder = await newFolder();
    const interruption = new AbortController();
    vi.stubGlobal('fetch', (...request: Parameters<typeof fake.fetch>) => {
      if (fake.requests.length === 40) interruption.abort({ exitCode: 130 });
      return fake.fetch(...request);
    });
    const line = `learn --out ${join(folder, 'outlet.json')} --write --sandbox ${sandbox} ${allKeys}`;
    const { code, stdout, stderr } = await inFakeTime(() => run(line, interruption.signal));
    expect([code, stdout, stderr]).toEqual([
      130,
      '',
      `Creating and cancelling orders at ${sandbox}.\nCancelling the created orders. Another Ctrl-C would leave them open.\nInterrupted.\n`,
    ]);
    expect(await readdir(folder)).toEqual([]);
    expect(openOrdersOf(fake)).toEqual([]);
  });

  test('of another version is rejected by the emulator', async () => {
    const path = join(await newFolder(), 'outlet.json');
    await writeFile(path, '{"version":2,"values":{}}');
    const { code, stderr } = await run(`emulator --port 0 --learned ${path}`);
    expect(code).toBe(2);
    expect(stderr).toContain(
      'has the version 2, but this version of the package reads only 1. Run learn again.',
    );
  });
});
