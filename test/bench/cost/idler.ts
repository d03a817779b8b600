// Many clients in one process, each with its own key and one call in the past. `idler.js <clients> [pool]`
import { setTimeout as sleep } from 'node:timers/promises';
import { createOutletPool, OutletClient, type OutletClientOptions } from 'outlet-open-api';
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

const text = bodyOf('order', 'GET');
const wanted = Number(process.argv[2]);
const outlets = createOutletPool({ load: optionsFor, max: Number.POSITIVE_INFINITY });
const clientFor =
  process.argv[3] === 'pool' ? outlets.get : (key: string) => new OutletClient(optionsFor(key));
// Warms up: loads and compiles the code.
await callAll(await createAll(500, 'warm'));
await sleep(settling);
const before = await heapUsed();
const begin = performance.now();
const clients = await createAll(wanted, 'key');
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

function optionsFor(accessToken: string): OutletClientOptions {
  return { baseUrl: 'http://localhost', accessToken, fetch: reply };
}

function createAll(count: number, name: string): Promise<OutletClient[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => clientFor(`${name}-${index}`)));
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
