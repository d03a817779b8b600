// A process that saturates one key in the background, and makes an interactive call now and then.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { OutletClient } from 'outlet-open-api';
import { createRedisRateLimiter } from 'outlet-open-api/redis';
import { goFirst } from '../../bench/priority.js';
import { monotonicNow } from '../../bench/service/clock.js';
import type { Job, Report } from './job.js';

/** Background calls that wait or are in flight at any time. */
const callers = 20;

const [job]: Job[] = await once(process, 'message');
if (!job) throw new Error('There is no job');
goFirst();

const messages: string[] = [];
const waits: Report['waits'][number][] = [];
const failures: string[] = [];
const log = (message: string) => messages.push(message);
const redis = new Redis(job.port, '127.0.0.1', { retryStrategy: () => 200 });
redis.on('error', () => {});
const outlet = connect(job.endpoint.token);

let isEnding = false;
let calls = 0;
process.once('disconnect', () => process.exit());
// Loads and compiles what the calls need, with another key.
const warmUp = connect(`${job.endpoint.token}-${job.name}`);
for (let round = 0; round < 8; round += 1) await warmUp.orders.get('warm-up');
warmUp.close();
messages.length = 0;
process.send?.('ready');
await once(process, 'message');

for (let caller = 0; caller < callers; caller += 1) repeat(() => call('background'));
repeat(async () => {
  await sleep(job.pause * (0.5 + Math.random()));
  const began = monotonicNow();
  await call('interactive');
  waits.push({ at: began, wait: monotonicNow() - began });
});

await once(process, 'message');
isEnding = true;
outlet.close();
redis.disconnect();
const report: Report = { waits, failures, messages };
process.send?.(report);

function connect(accessToken: string): OutletClient {
  const rateLimit = createRedisRateLimiter({
    redis,
    processes: job?.processes,
    logger: { info: log, warn: log },
  });
  return new OutletClient({ baseUrl: job?.endpoint.baseUrl, accessToken, rateLimit, logLevel: 'off' });
}

async function repeat(act: () => Promise<void>): Promise<void> {
  while (!isEnding) await act();
}

async function call(priority: 'background' | 'interactive'): Promise<void> {
  calls += 1;
  try {
    await outlet.orders.get(`${job?.name}-${priority}-${calls}`, { priority });
  } catch (error) {
    if (!isEnding) failures.push(String(error));
  }
}
