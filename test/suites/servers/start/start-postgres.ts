import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, realpathSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { reservePort } from '../../../../examples/restaurant/serve.js';
import { pathOf } from './programs.js';
import { ServerProcess } from './server-process.js';

/** A PostgreSQL server of its own. */
export interface PostgresServer extends ServerProcess {
  /** `postgres://postgres@127.0.0.1:<port>/postgres`, without a password. */
  readonly url: string;
}

/**
 * Starts PostgreSQL on a free port of this machine, with an empty database in a temporary folder. A kill loses no data. Only a power
 * failure would, because `fsync` is off.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const program = pathOf('postgres');
  const reserved = await reservePort();
  const { port } = reserved;
  const folder = await mkdtemp(join(tmpdir(), 'outlet-postgres-'));
  const user = process.getuid?.() === 0 ? userOf('postgres') : undefined;
  if (user) chownSync(folder, user.uid, user.gid);

  // A link to `postgres` can be alone in its folder.
  const initdb = join(dirname(realpathSync(program)), 'initdb');
  const line = ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  // Detached, so that Ctrl-C does not end it: no guard deletes the folder yet.
  const options = { ...user, cwd: folder, detached: true };
  const [code] = await once(
    spawn(initdb, line, { ...options, stdio: ['ignore', 'ignore', 'inherit'] }),
    'exit',
  );
  if (code !== 0) throw new Error(`initdb ended with code ${code}.`);

  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const args = ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])];
  const ready = 'database system is ready to accept connections';
  const server = new ServerProcess(reserved, { program, args, folder, ready, user });
  await server.start();
  return Object.assign(server, { url: `postgres://postgres@127.0.0.1:${port}/postgres` });
}

/** PostgreSQL rejects root, so that root runs it as the user of Debian's package. */
function userOf(name: string) {
  const id = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
