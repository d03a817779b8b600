import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OutletClient } from 'outlet-open-api';
import { type Emulator, startEmulator } from 'outlet-open-api/emulator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const secret = '4f1d9a60c25b73e8';

describe.each(['next14', 'next15'])('%s', (host) => {
  let emulator: Emulator;
  let app: App;
  let id: string;
  const cancel = () => emulator.fake.orders.cancel(id);

  beforeAll(async () => {
    emulator = await startEmulator({ port: 0 });
    const accessToken = emulator.fake.key('digital-ordering').token;
    app = await startNext(host, {
      OUTLET_BASE_URL: emulator.url,
      OUTLET_ACCESS_TOKEN: accessToken,
      WEBHOOK_SECRET: secret,
    });
    const outlet = new OutletClient({ baseUrl: emulator.url, accessToken });
    const order = await outlet.orders.create({
      channelId: 'channel-foodie',
      partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1001' },
      items: [{ menuItemId: 'item-burger', quantity: 1 }],
    });
    id = order.id;
  });
  afterAll(async () => {
    app?.stop();
    await emulator?.close();
  });

  test.each(['node', 'edge'])('runs the five lines in the runtime %s', async (runtime) => {
    expect(JSON.parse(await app.get(`/five/${runtime}?id=${id}`))).toEqual({
      order: 'open',
      abort: expect.any(String),
      list: true,
      webhook: 200,
      fake: true,
    });
  });

  test.each(['node', 'edge'])('receives a webhook in the runtime %s', async (runtime) => {
    const response = await fetch(`${app.url}/webhooks/${runtime}?secret=${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ event: 'order.complete', id, updatedAt: new Date().toISOString() }),
    });
    expect(response.status).toBe(200);
  });

  test('reads live data for a page that it could prerender', async () => {
    const sent = emulator.fake.requests.length;
    expect(await app.get('/channels')).toContain('channel-foodie');
    await app.get('/channels');
    expect(emulator.fake.requests.length).toBe(sent + 2);
  });

  test('shows each change of an order, and stores none on the disk', async () => {
    expect(await app.get(`/orders/${id}`)).toContain('<p>open</p>');
    cancel();
    expect(await app.get(`/orders/${id}`)).toContain('<p>cancelled</p>');
    expect(existsSync(path(`${host}/.next/cache/fetch-cache`))).toBe(false);
  });
});

interface App {
  readonly url: string;
  get(page: string): Promise<string>;
  stop(): void;
}

/** Builds the app with a version of Next.js, and starts it. The build can reach the API, as in a deployment. */
async function startNext(host: string, environment: Record<string, string>): Promise<App> {
  const cwd = path(host);
  for (const name of ['app', '.next']) rmSync(`${cwd}/${name}`, { recursive: true, force: true });
  cpSync(path('next'), cwd, { recursive: true });
  const next = createRequire(`${cwd}/package.json`).resolve('next/dist/bin/next');
  const env = {
    ...process.env,
    ...environment,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  } as const;
  await promisify(execFile)(process.execPath, [next, 'build'], { cwd, env });
  const child = spawn(process.execPath, [next, 'start', '--port', '0'], { cwd, env });
  const url = await announcedBy(child);
  return {
    url,
    async get(page) {
      const response = await fetch(url + page);
      const text = await response.text();
      if (!response.ok) throw new Error(`${page} returned ${response.status}: ${text.slice(0, 200)}`);
      return text.replaceAll('<!-- -->', '');
    },
    stop: () => child.kill(),
  };
}

/** Returns the URL that Next.js prints when it listens. */
function announcedBy(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
        const [url] = /http:\/\/localhost:\d+/.exec(output) ?? [];
        if (url && output.includes('Ready')) resolve(url);
      });
    }
    child.on('close', () => reject(new Error(`Next.js ended: ${output}`)));
  });
}
