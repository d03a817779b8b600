import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A framework with an example in it, in a process of its own. */
export interface Receiver {
  readonly url: string;
  /** What it has written so far. */
  readonly output: () => string;
  close(): Promise<void>;
}

/** The path of the binary for this platform. */
const { default: workerd }: { default: string } = createRequire(import.meta.url)('workerd');

/** What an example finds in its environment. */
export interface Environment {
  readonly WEBHOOK_SECRET: string;
  readonly WEBHOOK_SENDERS: string;
  readonly QUEUE_URL: string;
}

/** The path of something in the folder of the examples. */
export function inExamples(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

/** Runs a server with Node, and waits until it listens. */
export function startNode(line: readonly string[], environment: Environment): Promise<Receiver> {
  const announced = ['--import', new URL('announce.mjs', import.meta.url).href, ...line];
  return start(process.execPath, announced, environment, 'ipc', async (child) => {
    const [port] = await once(child, 'message');
    return port;
  });
}

/** Runs workerd, and waits until it listens. */
export function startWorkerd(config: string, environment: Environment): Promise<Receiver> {
  const line = ['serve', config, '--socket-addr=http=127.0.0.1:0', '--control-fd=3'];
  return start(workerd, line, environment, 'pipe', async ({ stdio: [, , , control] }) => {
    const [announced] = control ? await once(control, 'data') : [];
    return JSON.parse(String(announced)).port;
  });
}

async function start(
  command: string,
  line: readonly string[],
  environment: Environment,
  control: 'ipc' | 'pipe',
  portOf: (child: ChildProcess) => Promise<number>,
): Promise<Receiver> {
  const child = spawn(command, line, {
    cwd: inExamples('.'),
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
  const ended = exited.then(() => {
    throw new Error(`${line.join(' ')} ended before it listened:\n${output}`);
  });
  const port = await Promise.race([portOf(child), ended]);
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    async close() {
      child.kill();
      await exited;
    },
  };
}
