import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';

/** A server of this run, at a free port of this machine. */
export interface Server {
  readonly url: string;
  /** Kills it without warning. */
  kill(): Promise<void>;
  /** Starts it again, with its files and its port. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates a Redis that stores each command in its append-only file before it responds, and never evicts a key. */
export async function createRedis(folder: string): Promise<Server> {
  const program = find('redis-server', [], 'redis-server', 'REDIS_URL');
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    appendonly: 'yes',
    appendfsync: 'always',
    'maxmemory-policy': 'noeviction',
  };
  const line = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return serverOf(
    url,
    () => spawn(program, line, { stdio: 'ignore' }),
    'SIGTERM',
    async () => {
      const redis = new Redis(url, { lazyConnect: true, retryStrategy: null });
      redis.on('error', () => {});
      try {
        await redis.connect();
        await redis.ping();
      } finally {
        redis.disconnect();
      }
    },
  );
}

/** Creates a PostgreSQL with an empty database. */
export async function createPostgres(folder: string): Promise<Server> {
  const folders = existsSync(debianFolder) ? readdirSync(debianFolder).toSorted().reverse() : [];
  const binaries = folders.map((version) => join(debianFolder, version, 'bin'));
  const initdb = find('initdb', binaries, 'postgresql', 'DATABASE_URL');
  const postgres = join(initdb, '..', 'postgres');
  const data = join(folder, 'postgres');
  await mkdir(data, { mode: 0o700 });
  const user = await ownerOf(data);
  execFileSync(initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'], {
    ...user,
    stdio: 'ignore',
  });
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const line = ['-D', data, '-p', String(port), ...settings];
  return serverOf(
    url,
    () => spawn(postgres, line, { ...user, stdio: 'ignore' }),
    'SIGINT',
    async () => {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => {});
      await client.connect();
      await client.end();
    },
  );
}

const debianFolder = '/usr/lib/postgresql';

/** PostgreSQL does not run as root. Its Debian package has a user for it. */
async function ownerOf(folder: string): Promise<{ uid?: number; gid?: number; cwd: string }> {
  if (process.getuid?.() !== 0) return { cwd: folder };
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  await chown(folder, uid, gid);
  await chmod(join(folder, '..'), 0o711);
  return { uid, gid, cwd: folder };
}

async function serverOf(
  url: string,
  spawnServer: () => ChildProcess,
  stopSignal: NodeJS.Signals,
  connect: () => Promise<void>,
): Promise<Server> {
  let child = spawnServer();
  process.on('exit', () => child.kill('SIGKILL'));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const untilReady = async () => {
    for (let isReady = false; !isReady; ) {
      if (hasEnded()) throw new Error(`${child.spawnfile} did not start.`);
      isReady = await connect().then(
        () => true,
        () => new Promise((resolve) => setTimeout(resolve, 50, false)),
      );
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    if (hasEnded()) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  await untilReady();
  return {
    url,
    async start() {
      child = spawnServer();
      await untilReady();
    },
    kill: () => end('SIGKILL'),
    stop: () => end(stopSignal),
  };
}

/** Returns the path of a program. */
function find(program: string, folders: readonly string[], debianPackage: string, variable: string): string {
  const all = [...(process.env.PATH ?? '').split(delimiter), ...folders];
  const path = all.map((folder) => join(folder, program)).find(existsSync);
  if (path) return path;
  throw new Error(
    `${program} is not installed. Install it (Debian: apt-get install ${debianPackage}), or set ${variable}.`,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await once(server.close(), 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
