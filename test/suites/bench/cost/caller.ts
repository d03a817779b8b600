// One client that makes calls on request, and reports what they cost its process. `caller.js <client> <payload> <port>`
import { loadClient } from '../clients/load.js';
import { isClientName } from '../clients/names.js';
import type { Payload } from './payload.js';

/** Calls in flight at any time. */
const atOnce = 32;
/** Any range that fits on one page. */
const range = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 2) };

export interface CallsOrder {
  readonly calls: number;
}

const [, , name = '', payload = 'order', port] = process.argv;
if (!isClientName(name)) throw new Error(`Unknown client: ${name}`);
const { open } = await loadClient(name);
const client = open({ baseUrl: `http://127.0.0.1:${port}`, token: 'key-of-one' });
process.once('disconnect', () => process.exit());
process.on('message', async ({ calls }: CallsOrder) => process.send?.(await costOf(calls)));
process.send?.('ready');

/** Microseconds of processor time per call, including garbage collection and compilation. */
async function costOf(calls: number): Promise<number> {
  let left = calls;
  const callAll = async () => {
    while (left > 0) {
      left -= 1;
      await call(payload === 'page' ? 'page' : 'order');
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: atOnce }, callAll));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

async function call(wanted: Payload): Promise<void> {
  if (wanted === 'page' && client.list) for await (const _ of client.list(range));
  else await client.get(wanted);
}
