import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeListener, type WebhookHandler } from 'outlet-open-api/webhooks';

/** Something that listens on a loopback port. */
export interface Door {
  readonly url: string;
  close(): Promise<void>;
}

export async function listenOn(handle: WebhookHandler): Promise<Door> {
  const server = createServer(toNodeListener(handle));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
