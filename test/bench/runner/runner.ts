import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Batch, BatchOutcome } from './work.js';

/** Longer than any work here takes. A process that is not ready by then hangs. Milliseconds. */
const patience = 300_000;

/** A process of clients, as its parent sees it. */
export class Runner {
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  /** Starts a process, and resolves when it has warmed up. */
  static async start(batch: Batch): Promise<Runner> {
    const child = fork(fileURLToPath(new URL('process.ts', import.meta.url)), {
      serialization: 'advanced',
      execArgv: [...process.execArgv, '--expose-gc'],
    });
    child.send(batch);
    const runner = new Runner(child);
    await runner.#next();
    return runner;
  }

  /** Runs the clients' work, and ends the process. */
  async perform(): Promise<BatchOutcome> {
    this.#process.send('go');
    const outcome = await this.#next();
    this.#process.disconnect();
    return outcome;
  }

  async #next() {
    const settled = new AbortController();
    const options = { signal: AbortSignal.any([settled.signal, AbortSignal.timeout(patience)]) };
    const failure = once(this.#process, 'exit', options).then(([code]) => {
      throw new Error(`The process ended early with ${code}`);
    });
    failure.catch(() => {});
    const [message] = await Promise.race([once(this.#process, 'message', options), failure]);
    settled.abort();
    return message;
  }
}
