import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { reservePort } from '../../../examples/restaurant/serve.js';

/** Starts a server on a loopback port, and closes it after the test. Returns its URL. */
export async function openServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
}

/** Returns a URL on which nothing listens until the end of the test. Concurrent tests pass the function of their context. */
export async function closedUrl(whenFinished = onTestFinished): Promise<string> {
  const { port, release } = await reservePort();
  whenFinished(release);
  return `http://127.0.0.1:${port}`;
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}
