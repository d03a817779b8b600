import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { script } from './packages.js';

/** Nothing here takes longer: a process without a reply by then hangs. Milliseconds. */
const patience = 120_000;

/** A script in a separate process, run as plain JavaScript. */
export class Child {
  readonly #process: ChildProcess;

  /** @param parts - the arguments of the script */
  constructor(name: string, parts: readonly string[] = []) {
    this.#process = fork(script(name), [...parts], {
      execArgv: ['--expose-gc'],
      serialization: 'advanced',
    });
  }

  /** Resolves to the next message of the process. */
  async next<Reply>(): Promise<Reply> {
    const over = new AbortController();
    const options = { signal: AbortSignal.any([over.signal, AbortSignal.timeout(patience)]) };
    const failure = once(this.#process, 'exit', options).then(([code]) => {
      throw new Error(`The process ended early with ${code}`);
    });
    failure.catch(() => {});
    const [reply] = await Promise.race([once(this.#process, 'message', options), failure]);
    over.abort();
    return reply;
  }

  ask<Reply>(question: object): Promise<Reply> {
    const reply = this.next<Reply>();
    this.#process.send(question);
    return reply;
  }

  stop(): void {
    // A process whose event loop is busy would not notice that its parent disconnected.
    this.#process.kill();
  }
}
