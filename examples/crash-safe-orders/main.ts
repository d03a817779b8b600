// Kills a program while it forwards an order, starts it again, and counts. The kill comes before the service got the order, or after it
// and before the program heard of it, as it happens.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OutletClient } from 'outlet-open-api';

const outlet = new OutletClient();
const folder = await mkdtemp(join(tmpdir(), 'outbox-'));
const path = join(folder, 'outbox.jsonl');

const before = await openOrders();
const doomed = forward(path, 'F-1001');
for await (const line of doomed.stdout ?? []) {
  if (String(line).includes('forwarding')) setTimeout(() => doomed.kill('SIGKILL'), 15 * Math.random());
}
console.log('killed while it forwarded F-1001');
const restarted = forward(path);
restarted.stdout?.pipe(process.stdout, { end: false });
await once(restarted, 'close');
console.log(`${(await openOrders()) - before} order more than before`);
await rm(folder, { recursive: true });

function forward(...args: string[]): ChildProcess {
  const program = fileURLToPath(new URL('forward.ts', import.meta.url));
  return spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The list shows ended orders only, so the log of actions tells. */
async function openOrders(): Promise<number> {
  const to = new Date();
  const from = new Date(to.getTime() - 60 * 60 * 1_000);
  const log = await outlet.actionLogs
    .list({ from, to, action: 'orderCreated', actorType: 'apiKey' })
    .toArray();
  return log.length;
}
