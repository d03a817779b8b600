import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { here } from './paths.js';

/** A receiver that runs in its own process. */
export interface Receiver {
  readonly url: string;
  /** Returns what the process has printed so far. */
  readonly output: () => string;
  close(): Promise<void>;
}

/** The path of the binary for this platform. */
const { default: workerd }: { default: string } = createRequire(import.meta.url)('workerd');

/** The environment variables of a receiver. */
export interface Environment {
  readonly WEBHOOK_SECRET: string;
  readonly WEBHOOK_SENDERS?: string;
  readonly QUEUE_URL: string;
}

/** Starts a server with Node in a folder, and waits until it listens. */
export function startNode(
  folder: string,
  args: readonly string[],
  environment: Environment,
): Promise<Receiver> {
  const allArgs = ['--import', new URL('announce.mjs', import.meta.url).href, ...args];
  return start(process.execPath, allArgs, folder, environment, 'ipc', async (child) => {
    const [port] = await once(child, 'message');
    return port;
  });
}

/** Starts a server with another runtime in a folder, and waits until it prints its URL. */
export function startRuntime(
  binary: string,
  args: readonly string[],
  folder: string,
  environment: Environment,
): Promise<Receiver> {
  return start(binary, args, folder, environment, 'ignore', ({ stdout, stderr }) => {
    let printed = '';
    return new Promise((resolve) => {
      for (const stream of [stdout, stderr]) {
        stream?.on('data', (chunk) => {
          printed += chunk;
          const [, port] = /http:\S+:(\d+)\//.exec(printed) ?? [];
          if (port) resolve(Number(port));
        });
      }
    });
  });
}

/** Starts workerd, and waits until it listens. */
export function startWorkerd(config: string, environment: Environment): Promise<Receiver> {
  const queue = `--external-addr=queue=${new URL(environment.QUEUE_URL).host}`;
  const args = ['serve', config, '--socket-addr=http=127.0.0.1:0', queue, '--control-fd=3'];
  return start(workerd, args, here('.'), environment, 'pipe', async ({ stdio: [, , , control] }) => {
    const [message] = control ? await once(control, 'data') : [];
    return JSON.parse(String(message)).port;
  });
}

async function start(
  command: string,
  args: readonly string[],
  folder: string,
  environment: Environment,
  control: 'ipc' | 'pipe' | 'ignore',
  portOf: (child: ChildProcess) => Promise<number>,
): Promise<Receiver> {
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', control],
    env: { ...process.env, PORT: '0', ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const exited = once(child, 'close');
  const failed = exited.then(() => {
    throw new Error(`${command} ${args.join(' ')} exited before it listened:\n${output}`);
  });
  const port = await Promise.race([portOf(child), failed]);
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    async close() {
      child.kill();
      await exited;
    },
  };
}
