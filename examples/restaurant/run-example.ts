import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FakeOutlet, FakeOutletOptions } from 'outlet-open-api/testing';
import { correctReceipts } from './correct-receipts.js';
import type { Example } from './examples.js';
import { openRestaurant } from './open.js';
import { reservePort } from './serve.js';
import { Staff } from './staff.js';

/** Options of `runExample`. */
export interface RunOptions {
  readonly fake: FakeOutletOptions;
  /** Your ID of the outlet. Default: `bistro-1`. */
  readonly outletRef?: string;
  /** Keeps the files of the example after its end. Default: a folder that is deleted. */
  readonly dataFolder?: string;
  /** Kills the example after the API has performed this many requests, before it gets the response, and starts it again. */
  readonly killAt?: number | undefined;
  /** A file that contains the program and the SDK. Default: tsx compiles the program. */
  readonly bundle?: string | undefined;
  /** Gets each line that the example prints. */
  readonly onLine: (line: string, stream: 'stdout' | 'stderr') => void;
}

const folder = new URL('..', import.meta.url);

/**
 * Opens a fake restaurant with its staff, and runs an example against it in its own process. The example finds everything that it
 * needs in the environment, as with a real API key. Returns its exit code, the restaurant, and whether it was killed.
 */
export async function runExample(
  name: string,
  example: Example,
  options: RunOptions,
): Promise<{ code: number; fake: FakeOutlet; wasKilled: boolean }> {
  const staff = new Staff();
  let child: ChildProcess | undefined;
  let requests = 0;
  const restaurant = await openRestaurant({ ...options.fake, ...example.fake }, () => {
    requests += 1;
    if (requests === options.killAt) child?.kill('SIGKILL');
  });
  const { port, release } = await reservePort();
  const key = restaurant.fake.key(example.useCase);
  const secret = crypto.randomUUID();
  key.webhookUrl = `http://127.0.0.1:${port}/webhooks?secret=${secret}`;
  void staff.beginShift(restaurant.fake, example, port);
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), `outlet-${name}-`)));
  const environment = {
    // Copied folders find the SDK in their own node_modules. In this repository, `paths` maps it to its source.
    TSX_TSCONFIG_PATH: fileURLToPath(new URL('tsconfig.json', folder)),
    OUTLET_BASE_URL: restaurant.url,
    OUTLET_ACCESS_TOKEN: key.token,
    ORDER_DATA_ACCESS_TOKEN: restaurant.fake.key('order-data').token,
    PORT: String(port),
    WEBHOOK_SECRET: secret,
    DATA_FOLDER: dataFolder,
    OUTLET_REF: options.outletRef ?? 'bistro-1',
    TIME_ZONE: 'Asia/Bangkok',
    CURRENCY: 'THB',
    CHANNEL_ID: 'channel-foodie',
    PARTNER_CHANNEL: 'foodie',
    TABLES: 'T1=table-1,T2=table-2',
    SINCE: new Date(Date.now() - 35 * 24 * 60 * 60 * 1_000).toISOString(),
  };
  const [program = 'main.ts', ...args] = example.program ?? [];
  const file = fileURLToPath(new URL(`${name}/${program}`, folder));
  const line = options.bundle ? [options.bundle] : ['--import', 'tsx', file];
  const missing = new Set(example.until);

  /** Runs the program until its end. Returns its exit code, or the signal that ended it. */
  async function run(): Promise<number | string> {
    const started = spawn(process.execPath, [...line, ...args], {
      cwd: fileURLToPath(new URL('..', folder)),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    child = started;
    createInterface(started.stderr).on('line', (line) => options.onLine(line, 'stderr'));
    createInterface(started.stdout).on('line', (line) => {
      options.onLine(line, 'stdout');
      const matching = [...missing].filter((pattern) => pattern.test(line));
      for (const pattern of matching) missing.delete(pattern);
      // A second signal would end the process at once.
      if (matching.length > 0 && missing.size === 0) started.kill('SIGTERM');
    });
    const [code, signal] = await once(started, 'close');
    return code ?? signal;
  }

  let code: number | string = 0;
  let wasKilled = false;
  for (let runs = 0; runs < (example.runs ?? 1) && code === 0; runs += 1) {
    if (runs > 0) correctReceipts(restaurant.fake);
    code = await run();
    if (code !== 'SIGKILL') continue;
    wasKilled = true;
    code = await run();
  }
  staff.endShift();
  await Promise.all([restaurant.close(), release()]);
  if (!options.dataFolder) await rm(dataFolder, { recursive: true });
  return { code: typeof code === 'number' ? code : 1, fake: restaurant.fake, wasKilled };
}
