import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Runs a job in a process of its own, to its end.
 *
 * @param onLine - called with each line of its output, and a function that kills it
 * @param program - the arguments of Node.js
 */
export async function runJob(
  job: string,
  environment: Readonly<Record<string, string>>,
  onLine: (line: string, kill: () => void) => void,
  program: readonly string[] = ['--import', 'tsx', fileURLToPath(new URL('../job.ts', import.meta.url))],
): Promise<Ended> {
  const child = spawn(process.execPath, [...program, job], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const exited = once(child, 'close');
  const kill = () => void child.kill('SIGKILL');
  createInterface({ input: child.stdout }).on('line', (line) => onLine(line, kill));
  const [code, signal] = await exited;
  return { code, signal };
}
