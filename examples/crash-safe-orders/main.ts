// Kills forward.ts while it forwards an order, starts it again, and counts the orders. The kill comes at a random time: before the API
// receives the order, or after the API has created it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OutletClient } from 'outlet-open-api';

const outlet = new OutletClient();
const folder = await mkdtemp(join(tmpdir(), 'outbox-'));

const before = await countOrders();
const first = forward('F-1001');
for await (const line of first.stdout ?? []) {
  if (String(line).includes('Forwarding')) setTimeout(() => first.kill('SIGKILL'), 15 * Math.random());
}
console.log('Killed while it forwarded F-1001');
const second = forward();
second.stdout?.pipe(process.stdout, { end: false });
await once(second, 'close');
console.log(`The outlet has ${(await countOrders()) - before} more order than before.`);
await rm(folder, { recursive: true });

function forward(...args: string[]): ChildProcess {
  const program = fileURLToPath(new URL('forward.ts', import.meta.url));
  return spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_FOLDER: folder },
  });
}

/** Counts created orders in the action log, because the list of orders only contains orders that have ended. */
async function countOrders(): Promise<number> {
  const to = new Date();
  const from = new Date(to.getTime() - 60 * 60 * 1_000);
  const entries = await outlet.actionLogs
    .list({ from, to, action: 'orderCreated', actorType: 'apiKey' })
    .toArray();
  return entries.length;
}
