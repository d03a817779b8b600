import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutletClient, type OutletClientOptions } from 'outlet-open-api';

/** A service on a loopback port, and clients of it, each with a key of its own. */
export interface LoopbackService {
  readonly url: string;
  client(options?: OutletClientOptions): OutletClient;
  close(): void;
}

let keys = 0;

/** Listens on a free loopback port: for what only the runtime's own fetch over a real socket can show. */
export async function loopbackService(answer: RequestListener): Promise<LoopbackService> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    client(options) {
      keys += 1;
      return new OutletClient({ baseUrl: url, accessToken: `wired-${keys}`, logLevel: 'off', ...options });
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
