import { createFakeOutlet } from 'outlet-open-api/testing';
import { createWebhookHandler } from 'outlet-open-api/webhooks';
import { describe, test } from 'vitest';
import { openDatabase } from '../postgres/database.js';
import { isInstalled } from '../start/programs.js';
import { startProcess } from '../start/start-process.js';
import { startRedis } from '../start/start-redis.js';
import { openDeduplicator } from './open-deduplicator.js';

async function openPostgres() {
  const { server, close } = await openDatabase();
  return { url: server.url, close };
}

describe.concurrent.each([
  ['redis-server', startRedis],
  ['postgres', openPostgres],
] as const)('a process that dies with a claim in %s', (program, open) => {
  test.skipIf(!isInstalled(program))(
    'loses no event, because the claim ends before the API stops its retries',
    async ({ expect }) => {
      const server = await open();
      const { deduplicator, close } = openDeduplicator(server.url);
      const handled: unknown[] = [];
      const survivor = createWebhookHandler({
        verify: 'none',
        deduplicator,
        logger: { warn() {}, error: console.error },
        on: { 'order.complete': ({ id }) => handled.push(id) },
      });
      const ends: unknown[] = [];
      const fake = createFakeOutlet({
        async webhookFetch(url, init) {
          const request = new Request(url, init);
          if (fake.deliveries.length > 0) return survivor(request);
          const program = new URL('die.ts', import.meta.url);
          ends.push((await startProcess(program, server.url, url, await request.text())).signal);
          throw new TypeError('The connection closed.');
        },
      });
      fake.key('order-data').webhookUrl = 'https://receiver.example/webhooks';

      fake.sendEvent({ event: 'order.complete', key: 'order-data', id: 'o-1' });
      await fake.idle();

      expect(ends).toEqual(['SIGKILL']);
      expect(handled).toEqual(['o-1']);
      expect(fake.deliveries.at(-1)).toHaveProperty('status', 200);
      await close();
      await server.close();
    },
  );
});
