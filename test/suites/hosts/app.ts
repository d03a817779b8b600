import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import type { Host } from './hosts.js';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** An app that is installed and built in a folder of its own, where it finds no package of this repository. */
export interface App {
  readonly folder: string;
  /** Runs the script `start` to its end. Returns what it printed. */
  run(): Promise<string>;
  /** Starts the script `start`, and waits until it listens. */
  serve(): Promise<Server>;
  remove(): void;
}

export interface Server {
  readonly url: string;
  /** Returns the text of a page. Rejects if its status is not 2xx. */
  get(page: string): Promise<string>;
  stop(): void;
}

/** Installs and builds the app of a host with the packed SDK. The environment variables are those of a deployment. */
export async function buildApp(host: Host, variables: Readonly<Record<string, string>>): Promise<App> {
  const { folders, packageManager = ['npm'] } = host;
  const folder = mkdtempSync(join(tmpdir(), `outlet-open-api-${host.name}-`));
  for (const name of folders) cpSync(path(`apps/${name}`), folder, { recursive: true });
  copyFileSync(path('outlet-open-api.tgz'), join(folder, 'outlet-open-api.tgz'));
  const five = readFileSync(path('five.ts'), 'utf8');
  if (existsSync(join(folder, 'tsconfig.json'))) writeFileSync(join(folder, 'five.ts'), five);
  else writeFileSync(join(folder, 'five.js'), (await transform(five, { loader: 'ts' })).code);

  const begin = (line: readonly string[], environment: Readonly<Record<string, string | undefined>>) => {
    const [command = '', ...args] = [...packageManager, ...line];
    const env = { ...process.env, NODE_ENV: undefined, ...environment };
    return spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  };
  const deployed = { ...variables, NODE_ENV: 'production' };
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await outputOf(begin(['install'], {}));
    if (scripts.build) await outputOf(begin(['run', 'build'], deployed));
  } catch (error) {
    remove();
    throw error;
  }

  return {
    folder,
    run: () => outputOf(begin(['run', 'start'], deployed)),
    async serve() {
      const port = await freePort();
      const child = begin(['run', 'start'], { ...deployed, PORT: String(port) });
      const url = `http://127.0.0.1:${port}`;
      await Promise.race([listening(url), outputOf(child).then((text) => Promise.reject(new Error(text)))]);
      return { url, get: (page) => textOf(url + page), stop: () => stop(child) };
    },
    remove,
  };
}

/** Returns what a process prints. Rejects with it if the process fails. */
function outputOf(child: ChildProcess): Promise<string> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve(output);
      else reject(new Error(`${child.spawnargs.join(' ')} failed:\n${output.slice(-5_000)}`));
    });
  });
}

/** Ends a process and those that it started. */
function stop({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid);
}

async function listening(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => undefined))) await sleep(200);
}

async function textOf(url: string): Promise<string> {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${text.slice(0, 500)}`);
  return text;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
