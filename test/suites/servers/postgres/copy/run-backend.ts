import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bundled } from '../../../../support/running/bundled.js';

export type Environment = Readonly<Record<string, string>>;

/** How a process ended: its exit code, or `null` if it was killed. */
export interface End {
  readonly code: number | null;
  readonly printed: readonly string[];
}

const program = await bundled(new URL('mortal-backend.ts', import.meta.url));

/** Starts the backend in a process of its own. */
export function startBackend(job: 'receive' | 'backfill' | 'nightly', environment: Environment) {
  const child = spawn(process.execPath, [program, job], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  for (const output of [child.stdout, child.stderr])
    createInterface(output).on('line', (line) => printed.push(line));
  const closed = once(child, 'close');
  const ended = closed.then(([code]): End => ({ code, printed }));
  return {
    ended,
    /** Resolves when it accepts webhooks. */
    ready: Promise.race([once(child.stdout, 'data'), closed]),
    kill: () => void child.kill('SIGKILL'),
  };
}
