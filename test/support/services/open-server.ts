import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { reservePort } from '../../../examples/restaurant/serve.js';

/** Starts a server on a loopback port, and closes it after the test. Returns its URL. */
export function openServer(listener: RequestListener): Promise<string> {
  return listen(createServer(listener));
}

/** Returns a URL on which nothing listens until the end of the test. Concurrent tests pass the function of their context. */
export async function closedUrl(whenFinished = onTestFinished): Promise<string> {
  const { port, release } = await reservePort();
  whenFinished(release);
  return `http://127.0.0.1:${port}`;
}

/** Makes a server listen on a loopback port until the end of the test. Returns its URL. */
export async function listen(server: Server): Promise<string> {
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}
