// Many clients in one process, each with its own key and one call in the past.
import { setTimeout as sleep } from 'node:timers/promises';
import { OutletClient } from 'outlet-open-api';
import { bodyOf } from './payload.js';

export interface Idle {
  /** Bytes per client. */
  readonly bytes: number;
  /** Microseconds to construct a client. */
  readonly construction: number;
  /** What keeps the process alive, except its connection to the parent. */
  readonly resources: readonly string[];
}

/** Two windows of the service. Until then, a limiter may have a timer. Milliseconds. */
const settling = 2_500;

const text = bodyOf('order');
const wanted = 10_000;
// Warms up: loads and compiles the code.
await callAll(createAll(500, 'warm'));
await sleep(settling);
const before = await heapUsed();
const begin = performance.now();
const clients = createAll(wanted, 'key');
const construction = ((performance.now() - begin) * 1_000) / wanted;
await callAll(clients);
await sleep(settling);
const bytes = ((await heapUsed()) - before) / wanted;
const resources = process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap');
const idle: Idle = { bytes, construction, resources };
process.send?.(idle);
// Keeps the clients from being collected.
for (const outlet of clients) outlet.close();
process.disconnect();

function createAll(count: number, name: string): OutletClient[] {
  return Array.from({ length: count }, (_, index) => {
    return new OutletClient({ baseUrl: 'http://localhost', accessToken: `${name}-${index}`, fetch: reply });
  });
}

async function callAll(all: readonly OutletClient[]): Promise<void> {
  for (const outlet of all) await outlet.orders.get('order');
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
