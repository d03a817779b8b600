import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Job } from './program/job.js';
import { type Said, saidIn } from './program/output-lines.js';

/** How a program ended. */
export interface End {
  /** `null` if it was killed. */
  readonly code: number | null;
  /** The last line that it wrote. */
  readonly last: Said | undefined;
  readonly error: string;
}

/** One process of the program, from its start to its end. */
export class ProgramProcess {
  readonly process: number | undefined;
  readonly ended: Promise<End>;
  readonly #child: ChildProcess;

  constructor(program: string, job: Job, onSaid: (said: Said, running: ProgramProcess) => void) {
    const child = spawn(process.execPath, [program, JSON.stringify(job)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.process = child.pid;
    let last: Said | undefined;
    createInterface(child.stdout).on('line', (line) => {
      last = saidIn(line);
      onSaid(last, this);
    });
    const error = text(child.stderr);
    this.ended = once(child, 'close').then(async ([code]) => ({ code, last, error: await error }));
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
