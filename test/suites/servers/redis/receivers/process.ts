// A process that receives webhooks. The test that forks it gets a message for each step, and sends the ID of each order to finish.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Redis } from 'ioredis';
import { createRedisDeduplicator } from 'outlet-open-api/redis';
import { createWebhookHandler, toNodeListener } from 'outlet-open-api/webhooks';
import type { ReceiverOptions, Step } from './receiver.js';

const { redisUrl, leaseDuration }: ReceiverOptions = JSON.parse(process.argv[2] ?? '');
const redis = new Redis(redisUrl, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
// It connects again by itself.
redis.on('error', () => {});

function say(step: Step): void {
  process.send?.(step);
}

/** Waits until the test finishes an order. Rejects if the signal aborts. */
async function finished(id: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const [message] = await once(process, 'message', { signal });
    if (message === id) return;
  }
}

const handle = createWebhookHandler({
  verify: 'none',
  // Each process has its own URL.
  resolve: () => ({ scope: 'bistro' }),
  deduplicator: createRedisDeduplicator({ redis }),
  leaseDuration,
  responseTimeout: 2_000,
  logger: { warn() {}, error() {} },
  on: {
    async 'order.complete'({ id }, { signal }) {
      say({ begun: id });
      if (id.startsWith('held')) {
        await finished(id, signal).catch((error: unknown) => {
          say({ aborted: id, reason: String(signal.reason) });
          throw error;
        });
      }
      say({ handled: id });
    },
  },
});
// It keeps idle connections open. Otherwise, a busy machine could close one while a request is on its way.
const server = createServer({ keepAliveTimeout: 0 }, toNodeListener(handle)).listen(0, '127.0.0.1');
await once(server, 'listening');
say({ port: Object(server.address()).port });
