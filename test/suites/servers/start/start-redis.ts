import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reservePort } from '../../../../examples/restaurant/serve.js';
import { pathOf } from './programs.js';
import { ServerProcess } from './server-process.js';

/** A Redis server of its own. */
export interface RedisServer extends ServerProcess {
  /** `redis://127.0.0.1:<port>` */
  readonly url: string;
}

/**
 * Starts redis-server on a free port of this machine with a temporary folder. Without options, a restart loses all data.
 * @param options - settings of redis.conf, such as `{ appendonly: 'yes', appendfsync: 'always' }`
 */
export async function startRedis(options: Readonly<Record<string, string>> = {}): Promise<RedisServer> {
  const program = pathOf('redis-server');
  const reserved = await reservePort();
  const { port } = reserved;
  const folder = await mkdtemp(join(tmpdir(), 'outlet-redis-'));
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    'maxmemory-policy': 'noeviction',
    ...options,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = new ServerProcess(reserved, { program, args, folder, ready: 'Ready to accept connections' });
  await server.start();
  return Object.assign(server, { url: `redis://127.0.0.1:${port}` });
}
