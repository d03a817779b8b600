// A pool of many keys, some of which always have waiting calls. `caller.js <keys> <busy keys>`
import { setTimeout as sleep } from 'node:timers/promises';
import { createOutletPool } from 'outlet-open-api';
import { bodyOf } from '../cost/payload.js';

/** Calls of a busy key that are queued or in flight at any time. */
const callers = 3;

/** Until the code is compiled, and then for the measurement. Milliseconds. */
const warmUp = 3_000;
const duration = 8_000;

const [keys = 1, busy = 1] = process.argv.slice(2).map(Number);
const text = bodyOf('order', 'GET');
const outlets = createOutletPool({
  max: keys,
  load: (outletId) => ({
    baseUrl: 'http://localhost',
    accessToken: outletId,
    // All busy keys together send one request each millisecond.
    rateLimit: { requests: 1, interval: busy },
    fetch: async () => new Response(text, { headers: { 'content-type': 'application/json' } }),
  }),
});
let calls = 0;
for (let key = 0; key < keys; key += 1) await call(key);
for (let key = 0; key < busy; key += 1) {
  for (let caller = 0; caller < callers; caller += 1) callOn(key);
  // Staggered, so that the keys do not send at the same time.
  await sleep(1);
}
await sleep(warmUp);
calls = 0;
const before = process.cpuUsage();
await sleep(duration);
const { user, system } = process.cpuUsage(before);
process.send?.((user + system) / calls);

async function callOn(key: number): Promise<never> {
  for (;;) await call(key);
}

async function call(key: number): Promise<void> {
  const outlet = await outlets.get(`key-${key}`);
  await outlet.orders.get('order');
  calls += 1;
}
