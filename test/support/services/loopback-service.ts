import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { OutletClient, type OutletClientOptions } from 'outlet-open-api';
import { createUndiciFetch } from 'outlet-open-api/undici';

/** A service on a loopback port, and clients of it, each with its own key. */
export interface LoopbackService {
  readonly url: string;
  client(options?: OutletClientOptions): OutletClient;
  /** Resolves when the next request has arrived. */
  nextArrival(): Promise<unknown>;
  /** Resolves when every connection has been closed from the other side. */
  left(): Promise<unknown>;
  close(): void;
}

/** The suite `undici` sends all requests with it. */
const sender: OutletClientOptions = process.env.SENDER === 'undici' ? { fetch: createUndiciFetch() } : {};

let keys = 0;

/** Listens on a free loopback port, for tests that need the runtime's own fetch and a real socket. */
export async function loopbackService(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<LoopbackService> {
  const sockets = new Set<Socket>();
  const server = createServer(respond);
  server.on('connection', (socket) => {
    sockets.add(socket);
    // Errors of the connection do not matter: the client may disconnect in any way.
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    client(options) {
      keys += 1;
      const accessToken = `wired-${keys}`;
      return new OutletClient({ baseUrl: url, accessToken, logLevel: 'off', ...sender, ...options });
    },
    nextArrival: () => once(server, 'request'),
    left: () => Promise.all([...sockets].map((socket) => new Promise((left) => socket.on('close', left)))),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
