// Kills the service when it has accepted an order, starts it again, and counts the orders. The kill comes at a random time: before the API
// receives the order, or after the API has created it.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { OutletClient } from 'outlet-open-api';

const { PORT = '8080', PARTNER_CHANNEL: partnerChannel = '' } = process.env;
const outlet = new OutletClient();
const folder = await mkdtemp(join(tmpdir(), 'orders-'));
const { menuItems } = await outlet.menus.get<{ menuItems: readonly { readonly id: string }[] }>({
  channelType: 'partner',
  partnerChannel,
});
const before = await countOrders();

const first = startService();
await untilLine(first, /^Accepting orders/);
await placeOrder('F-1001');
setTimeout(() => first.kill('SIGKILL'), 15 * Math.random());
await once(first, 'close');
console.log('Killed after it accepted F-1001');

const second = startService();
createInterface(second.stdout).on('line', (line) => console.log(line));
await untilLine(second, /^F-1001 is now (complete|cancelled)$/);
second.kill('SIGTERM');
await once(second, 'close');
console.log(`The outlet has ${(await countOrders()) - before} more order than before.`);
await rm(folder, { recursive: true });

function startService(): ChildProcessByStdio<null, Readable, null> {
  const program = fileURLToPath(new URL('service.ts', import.meta.url));
  return spawn(process.execPath, ['--import', 'tsx', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_FOLDER: folder },
  });
}

/** Resolves when the service prints a line. Rejects if it ends before. */
async function untilLine({ stdout }: { readonly stdout: Readable }, pattern: RegExp): Promise<void> {
  for await (const line of createInterface(stdout.pipe(new PassThrough()))) if (pattern.test(line)) return;
  throw new Error(`The service ended before it printed ${pattern}.`);
}

/** Orders a portion of the first dish, as the app of a guest does. */
async function placeOrder(reference: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${PORT}/orders`, {
    method: 'POST',
    body: JSON.stringify({ reference, items: [{ menuItemId: menuItems[0]?.id, quantity: 1 }] }),
  });
  if (response.status !== 202) throw new Error(`The service did not accept ${reference}: ${response.status}`);
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
