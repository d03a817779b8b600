// Many clients in one process, each with its own key and one call in the past. `idler.js <clients>`
import { setTimeout as sleep } from 'node:timers/promises';
import { OutletClient } from 'outlet-open-api';
import { bodyOf } from './payload.js';

export interface Idle {
  /** Bytes per client. */
  readonly bytes: number;
  /** Microseconds to construct a client. */
  readonly construction: number;
}

/** Two windows of the service. Until then, a limiter may have a timer. Milliseconds. */
const settling = 2_500;

const text = bodyOf('order', 'GET');
const wanted = Number(process.argv[2]);
// Warms up: loads and compiles the code.
await callAll(Array.from({ length: 500 }, (_, index) => clientFor(`warm-${index}`)));
await sleep(settling);
const before = await heapUsed();
const begin = performance.now();
const clients = Array.from({ length: wanted }, (_, index) => clientFor(`key-${index}`));
const construction = ((performance.now() - begin) * 1_000) / wanted;
await callAll(clients);
await sleep(settling);
const idle: Idle = { bytes: ((await heapUsed()) - before) / wanted, construction };
process.send?.(idle);
// Keeps the clients from being collected.
for (const client of clients) client.close();
process.disconnect();

function clientFor(accessToken: string): OutletClient {
  return new OutletClient({ baseUrl: 'http://localhost', accessToken, fetch: reply });
}

async function callAll(all: readonly OutletClient[]): Promise<void> {
  for (const client of all) await client.orders.get('order');
}

async function reply(): Promise<Response> {
  return new Response(text, { headers: { 'content-type': 'application/json' } });
}

async function heapUsed(): Promise<number> {
  for (let time = 0; time < 4; time += 1) {
    globalThis.gc?.();
    // The next collection frees what a request has registered for finalization.
    await sleep(50);
  }
  return process.memoryUsage().heapUsed;
}
