import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { UseCase } from 'outlet-open-api/testing';

const program = fileURLToPath(new URL('../../../dist/command-line.js', import.meta.url));
const memoryReporter = new URL('soak/report-memory.mjs', import.meta.url).href;

/** What the command prints as its first line with `--json`. */
interface Ready {
  readonly baseUrl: string;
  readonly dashboardUrl: string;
  readonly tokens: Readonly<Record<UseCase, string>>;
}

/** An emulator in a process of its own. */
export interface EmulatorCommand extends Ready {
  /** The milliseconds from the start of the process until it was ready. */
  readonly startedIn: number;
  /** Collects garbage, and returns the bytes of the heap and of array buffers that are in use. */
  memoryInUse(): Promise<number>;
  /** Interrupts the command, and returns its exit code. */
  stop(): Promise<number>;
}

/** Runs the built command `emulator` on a free port, until it is ready. */
export async function runEmulatorCommand(...options: readonly string[]): Promise<EmulatorCommand> {
  const begin = performance.now();
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', memoryReporter, program, 'emulator', '--port', '0', '--json', ...options],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  const exit: Promise<[number]> = once(child, 'exit') as Promise<[number]>;
  const line = await firstLineOf(child);
  const startedIn = performance.now() - begin;
  const ready: Ready = JSON.parse(line);
  return {
    ...ready,
    startedIn,
    async memoryInUse() {
      child.send('report');
      const [bytes]: number[] = await once(child, 'message');
      if (bytes === undefined) throw new Error('The emulator reported no memory');
      return bytes;
    },
    async stop() {
      child.kill('SIGINT');
      const [code] = await exit;
      return code;
    },
  };
}

async function firstLineOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The emulator has no output');
  for await (const line of createInterface(stdout)) return line;
  throw new Error('The emulator ended before it was ready');
}
