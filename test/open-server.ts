import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';

/** Starts a server on a loopback port, and closes it after the test. Returns its URL. */
export async function openServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}
