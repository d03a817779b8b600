import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FakeOutletOptions } from 'outlet-open-api/testing';
import type { Example } from './examples.js';
import { openRestaurant } from './open.js';
import { freePort } from './serve.js';
import { Staff, type StaffPlan } from './staff.js';

/** Options of `runExample`. */
export interface RunOptions {
  readonly fake: FakeOutletOptions;
  readonly staff?: StaffPlan | undefined;
  /** Gets each line that the example prints. */
  readonly onLine: (line: string, stream: 'stdout' | 'stderr') => void;
}

const folder = new URL('..', import.meta.url);

/**
 * Opens a fake restaurant with its staff, and runs an example against it in its own process. The example finds everything that it
 * needs in the environment, as with a real API key. Returns its exit code.
 */
export async function runExample(name: string, example: Example, options: RunOptions): Promise<number> {
  const staff = new Staff(options.staff);
  const restaurant = await openRestaurant({ ...options.fake, ...example.fake }, (request, response) =>
    staff.notice(request, response),
  );
  const port = await freePort();
  const key = restaurant.fake.key(example.useCase);
  const secret = crypto.randomUUID();
  key.webhookUrl = `http://127.0.0.1:${port}/?secret=${secret}`;
  void staff.beginShift(restaurant.fake, example, port);
  const dataFolder = await mkdtemp(join(tmpdir(), `outlet-${name}-`));
  const environment = {
    // Copied folders find the SDK in their own node_modules. In this repository, `paths` maps it to its source.
    TSX_TSCONFIG_PATH: fileURLToPath(new URL('tsconfig.json', folder)),
    OUTLET_BASE_URL: restaurant.url,
    OUTLET_ACCESS_TOKEN: key.token,
    ORDER_DATA_ACCESS_TOKEN: restaurant.fake.key('order-data').token,
    PORT: String(port),
    WEBHOOK_SECRET: secret,
    DATA_FOLDER: dataFolder,
    OUTLET_REF: 'bistro-1',
    TIME_ZONE: 'Asia/Bangkok',
    CURRENCY: 'THB',
    CHANNEL_ID: 'channel-foodie',
    PARTNER_CHANNEL: 'foodie',
    TABLE_IDS: 'table-1,table-2',
    SINCE: new Date(Date.now() - 35 * 24 * 60 * 60 * 1_000).toISOString(),
    ...(options.staff === 'ignore' && { ACCEPT_WITHIN_SECONDS: process.env.ACCEPT_WITHIN_SECONDS ?? '1' }),
  };
  const file = fileURLToPath(new URL(`${name}/main.ts`, folder));

  let code = 0;
  for (let run = 0; run < (example.runs ?? 1) && code === 0; run += 1) {
    code = await runProcess(file, environment, example.until, options.onLine);
  }
  staff.endShift();
  await restaurant.close();
  await rm(dataFolder, { recursive: true });
  return code;
}

async function runProcess(
  file: string,
  environment: NodeJS.ProcessEnv,
  until: Example['until'],
  onLine: RunOptions['onLine'],
): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    cwd: fileURLToPath(new URL('..', folder)),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const missing = new Set(until);
  createInterface(child.stderr).on('line', (line) => onLine(line, 'stderr'));
  createInterface(child.stdout).on('line', (line) => {
    onLine(line, 'stdout');
    const matching = [...missing].filter((pattern) => pattern.test(line));
    for (const pattern of matching) missing.delete(pattern);
    // A second signal would end the process at once.
    if (matching.length > 0 && missing.size === 0) child.kill('SIGTERM');
  });
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}
