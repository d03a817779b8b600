import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { createWebhookHandler, ipAllowList, sharedSecret, toNodeListener } from 'outlet-open-api/webhooks';
import type { Cases } from './case.js';
import { expectEqual } from './expect.js';

const secret = { query: 'secret', value: '4f1d9a60c28b7e35' } as const;

/** Cases that need modules of Node.js. */
export const nodeOnly: Cases = {
  async 'toNodeListener accepts deliveries over a socket'() {
    const handled: string[] = [];
    const handle = createWebhookHandler({
      verify: [sharedSecret(secret), ipAllowList(['127.0.0.1'])],
      on: { 'order.complete': ({ id }) => void handled.push(id) },
      onError: () => {},
    });
    const server = createServer(toNodeListener(handle)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const fake = createFakeOutlet({ webhookRetryDelay: 1, webhookRetries: 1 });
    const complete = async (value: string) => {
      fake.key('order-data').webhookUrl = `http://127.0.0.1:${port}/webhooks?secret=${value}`;
      const { id } = fake.orders.complete(fake.orders.add().id);
      await fake.idle();
      return id;
    };

    const id = await complete(secret.value);
    await complete('wrong');
    server.close();
    server.closeAllConnections();

    expectEqual(
      'responses',
      fake.deliveries.map(({ status }) => status),
      [200, 401, 401],
    );
    expectEqual('handled events', handled, [id]);
  },

  async 'file checkpoints outlast their store, and only one run per name can be active'() {
    const folder = await mkdtemp(join(tmpdir(), 'checkpoints-'));
    const checkpoint = { version: 2, task: 'backfill', outletRef: 'bistro', page: 7 } as const;
    const run = await createFileCheckpointStore(folder).acquire({ name: 'orders', leaseDuration: 5_000 });
    const other = await createFileCheckpointStore(folder).acquire({ name: 'orders', leaseDuration: 5_000 });
    await run?.save(checkpoint);
    const isRenewed = await run?.renew({ leaseDuration: 5_000 });
    await run?.release();
    const loaded = await createFileCheckpointStore(folder).load('orders');
    const files = await readdir(folder);
    await rm(folder, { recursive: true });

    expectEqual('the checkpoint', loaded, checkpoint);
    expectEqual('leases', [run !== undefined, other, isRenewed], [true, undefined, true]);
    expectEqual('files', files, ['orders.json']);
  },
};
