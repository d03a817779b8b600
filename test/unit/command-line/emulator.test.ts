import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OutletClient } from 'outlet-open-api';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { KeyView } from '../../../src/emulator/contract/keys.js';
import { newFolder } from '../../support/new-folder.js';
import { openServer } from '../../support/services/open-server.js';
import { rawRequest } from '../emulator/running.js';
import { run, start } from './run.js';

/** Starts the emulator on a free port, and returns what it printed as JSON. */
async function emulator(options = '') {
  const command = start(`emulator --port 0 --json ${options}`);
  onTestFinished(async () => void (await command.stop()));
  const [line] = await command.printed(/^\{.*\}\n/);
  return { ...command, ...JSON.parse(line) };
}

function client(baseUrl: string, accessToken: string): OutletClient {
  return new OutletClient({ baseUrl, accessToken, maxRetries: 0 });
}

test('prints its URLs and a token for each use case, which work', async () => {
  const { baseUrl, dashboardUrl, tokens } = await emulator();
  expect(Object.keys(tokens)).toEqual([
    'digital-ordering',
    'reservations',
    'order-data',
    'inventory-management',
  ]);
  expect(dashboardUrl).toBe(`${baseUrl}/dashboard/`);
  for (const token of Object.values<string>(tokens)) {
    expect(await client(baseUrl, token).channels.list()).not.toEqual([]);
  }
});

test('prints the lines to paste for each use case and its webhook URLs, and ends cleanly', async () => {
  vi.stubEnv('SHELL', '/bin/sh');
  const webhookUrl = 'http://localhost:3000/hooks?secret=s-1';
  const command = start(`emulator --port 0 --webhook-url reservations=${webhookUrl}`);
  await command.printed(/Press Ctrl-C/);
  const { code, stdout, stderr } = await command.stop();
  expect([code, stderr]).toEqual([0, 'The emulator has stopped.\n']);
  const [, url] = /^Base URL: {2}(\S+)$/m.exec(stdout) ?? [];
  expect(stdout).toContain(`Dashboard: ${url}/dashboard/\n`);
  const lines = `export OUTLET_BASE_URL=${url}\nexport OUTLET_ACCESS_TOKEN=\\S+\n`;
  for (const name of ['Digital Ordering', 'Reservations', 'Order Data', 'Inventory Management']) {
    expect(stdout).toMatch(new RegExp(`^# ${name}\n${lines}`, 'm'));
  }
  expect(stdout).toContain(
    '\nexport CHANNEL_ID=channel-foodie\nexport PARTNER_CHANNEL=foodie\n\n# Reservations\n',
  );
  expect(stdout.match(/^Webhooks:.*$/gm)).toEqual([`Webhooks:  ${webhookUrl} (Reservations)`]);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

test('passes its options to the emulator', async () => {
  const { baseUrl, tokens } = await emulator('--seed 7 --no-rate-limit --latency 30');
  expect((await emulator('--seed 8')).tokens).not.toEqual(tokens);
  const sentAt = performance.now();
  const { response } = await client(baseUrl, tokens['order-data']).channels.list().withResponse();
  expect(performance.now() - sentAt).toBeGreaterThan(25);
  expect(response.headers.get('x-ratelimit-limit')).toBeNull();
});

test('sets the webhook URLs of the default keys with --webhook-url', async () => {
  const webhookUrls = async (options: string) => {
    const { baseUrl, stop } = await emulator(options);
    const keys: KeyView[] = await (await fetch(`${baseUrl}/control/v1/outlets/default/keys`)).json();
    await stop();
    return keys.map(({ webhookUrl }) => webhookUrl);
  };
  const all = 'http://localhost:3000/all?secret=s-1';
  const own = 'http://localhost:3000/own';
  expect(await webhookUrls(`--webhook-url ${all}`)).toEqual([all, all, all, all]);
  expect(await webhookUrls(`--webhook-url order-data=${own} --webhook-url ${all}`)).toEqual([
    all,
    all,
    own,
    all,
  ]);
  expect(await webhookUrls(`--webhook-url reservations=${own}`)).toEqual(['', own, '', '']);
});

test('chooses the assumptions at random with --hostile', async () => {
  const channels = async (options: string) => {
    const { baseUrl, tokens } = await emulator(options);
    const headers = { authorization: `Bearer ${tokens['order-data']}` };
    return (await fetch(`${baseUrl}/api/v1/channels`, { headers })).json();
  };
  const plain = await channels('--seed 3');
  expect(await channels('--seed 3')).toEqual(plain);
  expect(await channels('--seed 3 --hostile')).not.toEqual(plain);
});

describe('--assume and --learned', () => {
  test('set assumptions, and --assume takes precedence', async () => {
    const file = join(await newFolder(), 'assumptions.json');
    await writeFile(file, '{ "wrapper": "list", "bareLists": true, "emptyLists": "absent" }');
    const options = '--assume bareLists=false --assume emptyLists=null --assume orderRangeRequired=false';
    const { baseUrl, tokens } = await emulator(`--learned ${file} ${options}`);
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${tokens['order-data']}` };
      return (await fetch(`${baseUrl}/api/v1${path}`, { headers })).text();
    };
    expect(await get('/channels')).toMatch(/^\{"list":\[/);
    expect(await get('/orders')).toContain('"payments":null');
  });

  test.each([
    ['[]', 'The value is [], but must be an object of assumptions.'],
    ['{ "colour": 1 }', 'Unknown assumption: colour.'],
    ['{ "\\u001b[2Jx": 1 }', 'Unknown assumption: \u{fffd}[2Jx.'],
    ['{ "bounds"', 'is not valid JSON.'],
    [undefined, 'The file cannot be read: ENOENT'],
  ])('reject a file that contains %j', async (content, message) => {
    const file = join(await newFolder(), 'assumptions.json');
    if (content !== undefined) await writeFile(file, content);
    const { code, stdout, stderr } = await run(`emulator --learned ${file}`);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^--learned.*\n$/)]);
    expect(stderr).toContain(message);
  });
});

test('starts with the outlet of --data, and does not change the file', async () => {
  const file = join(await newFolder(), 'outlet.json');
  const first = await emulator(`--state ${file}`);
  await first.stop();
  const content = await readFile(file, 'utf8');
  const second = start(`emulator --port 0 --data ${file} --hostile --seed 5`);
  await second.printed(/Press Ctrl-C/);
  const { stdout } = await second.stop();
  expect(stdout).toContain(`\nData:      ${file}\n`);
  expect(stdout).toContain(first.tokens['order-data']);
  expect(await readFile(file, 'utf8')).toBe(content);
});

test('fails with one line if the file of --data does not exist', async () => {
  const file = join(await newFolder(), 'outlet.json');
  expect(await run(`emulator --port 0 --data ${file}`)).toEqual({
    code: 1,
    stdout: '',
    stderr: `The state file ${file} does not exist. To create one, start with --state ${file}.\n`,
  });
});

describe('--state', () => {
  async function stateFile(): Promise<string> {
    return join(await newFolder(), 'outlet.json');
  }

  test('saves the outlet, and resumes from the file', async () => {
    const file = await stateFile();
    const first = await emulator(`--state ${file} --seed 9 --hostile`);
    const { id } = await client(first.baseUrl, first.tokens.reservations).reservations.create({
      channelId: 'table-1',
      guestCount: 3,
      partnerReservationInfo: { partnerName: 'book', reservationId: 'r-1', firstName: 'Ada' },
    });
    expect(await first.stop()).toMatchObject({ code: 0 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const second = await emulator(`--state ${file}`);
    expect(second.tokens).toEqual(first.tokens);
    expect(await client(second.baseUrl, second.tokens.reservations).orders.get(id)).toMatchObject({ id });
  });

  test.each([
    ['', 'is broken: it is not complete JSON. It was not changed.'],
    ['{"orders":[]}', 'is not a state file of the emulator.'],
  ])('keeps a file with the content %j, and fails with one line', async (content, message) => {
    const file = await stateFile();
    await writeFile(file, content);
    const { code, stdout, stderr } = await run(`emulator --port 0 --state ${file}`);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
    expect(stderr.match(/\n/g)).toHaveLength(1);
    expect(await readFile(file, 'utf8')).toBe(content);
  });

  test('fails if the last save fails', async () => {
    const file = await stateFile();
    const { stop } = await emulator(`--state ${file}`);
    await mkdir(join(file, 'folder'), { recursive: true });
    expect(await stop()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The state was not saved in'),
    });
  });
});

describe('requests and deliveries', () => {
  async function linesOf(options: string): Promise<string> {
    const command = start(`emulator --port 0 --seed 1 ${options}`);
    const [, url = ''] = await command.printed(/(http:\/\/[\d.:]+)/);
    await fetch(`${url}/api/v1/channels`);
    return (await command.stop()).stderr;
  }

  test('are printed to stderr', async () => {
    expect(await linesOf('')).toMatch(/^.*GET \/api\/v1\/channels .*401 .*\nThe emulator has stopped\.\n$/);
  });

  test.each(['--quiet', '--json'])('are not printed with %s', async (option) => {
    expect(await linesOf(option)).toBe('The emulator has stopped.\n');
  });
});

test('accepts the names of --allowed-host, and no others', async () => {
  const { baseUrl } = await emulator('--allowed-host pos.test --allowed-host other.test');
  const statusFor = async (host: string) =>
    (await rawRequest(`${baseUrl}/dashboard/`, { method: 'HEAD', headers: { host } })).status;
  expect(await statusFor('evil.test')).toBe(403);
  for (const host of ['pos.test', 'other.test:4010']) expect(await statusFor(host)).not.toBe(403);
});

test('warns if other machines can reach it', async () => {
  const command = start('emulator --port 0 --host 0.0.0.0');
  await command.printed(/Press Ctrl-C/);
  expect((await command.stop()).stderr).toMatch(
    /^Warning: Other machines can reach the emulator on 0\.0\.0\.0.* add --allowed-host <name>\.$/m,
  );
});

test('fails if the port is in use', async () => {
  const { port } = new URL(await openServer((_, response) => response.writeHead(404).end()));
  const { code, stdout, stderr } = await run(`emulator --port ${port}`);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use\\. [^\n]*\n$`));
});

test.each([
  ['--port 70000', '--port must be a whole number from 0 to 65535.'],
  ['--port=', '--port must be a whole number'],
  ['--seed 1.5', '--seed must be a whole number'],
  ['--latency -5', '--latency must be a whole number from 0 to 2147483647.'],
  ['--latency=-5', '--latency must be a whole number'],
  ['--allowed-host http://pos.test', '--allowed-host must be a host name such as pos.test, without a port.'],
  ['--state=', '--state <file> is missing.'],
  ['--data=', '--data <file> is missing.'],
  ['--data one.json --state other.json', '--data does not work with --state. To save changes, copy'],
  ['--assume bounds', '--assume must be name=value, such as orderSorting=newest-first.'],
  ['--assume bound=inclusive', '--assume: Unknown assumption: bound. Did you mean bounds?'],
  [
    '--assume bounds=open',
    '--assume: bounds is "open", but must be "inclusive", "exclusive", "half-open", or',
  ],
  ['--assume webhookRetries=99', '--assume: webhookRetries is 99, but must be a whole number from 0 to 10.'],
  ['--webhook-url localhost:3000', '--webhook-url must be a URL that starts with http:// or https://.'],
  ['--webhook-url order-data=3000', '--webhook-url must be a URL'],
  ['--webhook-url http://u:p@localhost', '--webhook-url must be a URL without a user name and password.'],
  [
    '--webhook-url orders=http://localhost',
    '--webhook-url: "orders" is not a use case. The use cases are digital-',
  ],
  ['4010', 'Unexpected argument: 4010.'],
])('%j is rejected with code 2', async (args, message) => {
  const { code, stdout, stderr } = await run(`emulator ${args}`);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
});
