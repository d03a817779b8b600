// Many keys in one process, each used up to its limit. `keys.js <port> <sender>`
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUndiciFetch } from 'outlet-open-api/undici';
import type { BenchClient } from '../clients/client.js';
import { openWith } from '../clients/ours.js';
import { goFirst } from '../priority.js';
import { monotonicNow } from '../service/clock.js';

/** Who sends the requests. */
export type KeysSender = 'fetch' | 'undici';

export interface KeysOrder {
  readonly keys: number;
  /** Milliseconds. */
  readonly duration: number;
}

/** The delay of the event loop, and the times of the measurement. In milliseconds. */
export interface KeysOutcome {
  /** 99th percentile of the event loop's delay. */
  readonly lag: number;
  /** The duration of the measurement. */
  readonly took: number;
  /** Processor time of this process. */
  readonly cpu: number;
  readonly failed: number;
}

/** The time until limiters know the service's windows. Milliseconds. */
const settling = 4_000;

/** Calls of a key that are queued or in flight at any time. */
const callers = 3;

const [, , port, sender] = process.argv;
const options = sender === 'undici' ? { fetch: createUndiciFetch() } : {};
goFirst();
const clients: BenchClient[] = [];
let failed = 0;
process.once('disconnect', () => process.exit());
process.on('message', async (order: KeysOrder) => process.send?.(await measure(order)));
process.send?.('ready');

/** Adds keys up to this number, and measures them once they are synchronized. */
async function measure({ keys, duration }: KeysOrder): Promise<KeysOutcome> {
  while (clients.length < keys) {
    const access = { baseUrl: `http://127.0.0.1:${port}`, token: `key-${clients.length}` };
    const client = openWith(access, options);
    clients.push(client);
    for (let caller = 0; caller < callers; caller += 1) callOn(client);
    // Staggered, as requests of different keys are in a real service.
    await sleep(2);
  }
  await sleep(settling);
  process.send?.('settled');
  failed = 0;
  const begin = monotonicNow();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const usage = process.cpuUsage();
  await sleep(duration);
  const { user, system } = process.cpuUsage(usage);
  const cpu = (user + system) / 1_000;
  return { cpu, lag: delay.percentile(99) / 1e6, took: monotonicNow() - begin, failed };
}

async function callOn(client: BenchClient): Promise<never> {
  for (;;) {
    await client.get('order').catch(() => {
      failed += 1;
    });
  }
}
