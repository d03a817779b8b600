import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A program of this example in a process of its own. */
export interface Program {
  readonly file: string;
  /** The first line that it printed. */
  readonly firstLine: string;
  /** The last lines that it wrote to its standard error. */
  readonly lastErrors: readonly string[];
  /** Resolves with its exit code when it ends by itself. */
  readonly ended: Promise<number | null>;
  kill(): Promise<void>;
  /** Asks it to stop, and waits until it has. Returns its exit code. */
  stop(): Promise<number | null>;
  /** Starts it again, and waits for its first line. */
  start(): Promise<void>;
}

/** Starts a program, and waits for the first line that it prints: its later lines go to `onLine`. */
export async function startProgram(
  file: string,
  environment: Readonly<Record<string, string>>,
  onLine: (line: string) => void = console.log,
  args: readonly string[] = [],
): Promise<Program> {
  let child: ChildProcess | undefined;
  let firstLine = '';
  let ended: Promise<number | null>;
  let lastErrors: string[] = [];
  process.on('exit', () => child?.kill('SIGKILL'));
  const start = async () => {
    const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
    const spawned = spawn(process.execPath, ['--import', 'tsx', path, ...args], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    child = spawned;
    ended = once(spawned, 'exit').then(([code]) => code);
    const lines = createInterface({ input: spawned.stdout });
    createInterface({ input: spawned.stderr }).on('line', (line) => {
      lastErrors = [...lastErrors.slice(-40), line];
      onLine(`[${file}] ${line}`);
    });
    const failed = ended.then(() => Promise.reject(new Error(`${file} ended before it was ready.`)));
    const [line] = await Promise.race([once(lines, 'line'), failed]);
    failed.catch(() => {});
    firstLine = line;
    lines.on('line', onLine);
  };
  const end = async (signal: NodeJS.Signals) => {
    child?.kill(signal);
    return ended;
  };
  await start();
  return {
    file,
    get firstLine() {
      return firstLine;
    },
    get lastErrors() {
      return lastErrors;
    },
    get ended() {
      return ended;
    },
    start,
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL');
    },
  };
}
