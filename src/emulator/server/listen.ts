import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { readHealth } from './health.js';

/** Starts to listen, and returns the URL of the server. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw new Error(await problemOf(error, port, host), { cause: error });
  }
  const address = server.address();
  const actualPort = address !== null && typeof address === 'object' ? address.port : port;
  return `http://${reachableName(host)}:${actualPort}`;
}

/** All interfaces have no name of their own. */
function reachableName(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}

async function problemOf(error: unknown, port: number, host: string): Promise<string> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    const url = `http://${reachableName(host)}:${port}`;
    const health = await readHealth(url);
    const [user, advice] = health
      ? [` by an emulator (${health.version})`, `Open ${url}/dashboard/`]
      : ['', 'Stop the program that uses the port'];
    return `Port ${port} on ${host} is in use${user}. ${advice}, or choose another port; 0 chooses a free port.`;
  }
  if (code === 'EACCES') {
    return `This user is not allowed to listen on port ${port}. Choose a port from 1024 up.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `This machine has no network interface ${host}. Choose 127.0.0.1, or 0.0.0.0 for all interfaces.`;
  }
  return `The emulator cannot listen on ${host}, port ${port}: ${String(error)}`;
}
