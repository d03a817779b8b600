import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** The queue that the examples put their events into. */
export interface Queue {
  readonly url: string;
  /** Ids of the orders whose events it took, the oldest first. */
  readonly taken: readonly string[];
  /** Takes nothing of the next event that comes. */
  refuseNext(): void;
  /** Answers nobody until the returned function is called. */
  hold(): () => void;
  close(): void;
}

export async function openQueue(): Promise<Queue> {
  const taken: string[] = [];
  let refusals = 0;
  let gate = Promise.resolve();

  const server = createServer(async (request, response) => {
    const { id } = (await json(request)) as { id: string };
    await gate;
    if (refusals > 0) {
      refusals -= 1;
      response.writeHead(500).end();
      return;
    }
    taken.push(id);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    refuseNext() {
      refusals += 1;
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
