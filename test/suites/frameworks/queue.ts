import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** The queue that the examples add their events to. */
export interface Queue {
  readonly url: string;
  /** Ids of the orders whose events the queue has stored, the oldest first. */
  readonly stored: readonly string[];
  /** Makes the queue reject the next event. */
  rejectNext(): void;
  /** Delays all responses until the returned function is called. */
  hold(): () => void;
  close(): void;
}

export async function openQueue(): Promise<Queue> {
  const stored: string[] = [];
  let rejections = 0;
  let gate = Promise.resolve();

  const server = createServer(async (request, response) => {
    const { id } = (await json(request)) as { id: string };
    await gate;
    if (rejections > 0) {
      rejections -= 1;
      response.writeHead(500).end();
      return;
    }
    stored.push(id);
    // The response of Cloudflare Queues, which workerd parses.
    response.end('{"metadata":{"metrics":{"backlogCount":1,"backlogBytes":1}}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stored,
    rejectNext() {
      rejections += 1;
    },
    hold() {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
