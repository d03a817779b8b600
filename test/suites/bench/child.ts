import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Nothing here takes longer: a process without a reply by then hangs. Milliseconds. */
const patience = 300_000;

/** A script in a separate process. */
export class Child {
  readonly #process: ChildProcess;

  /**
   * @param parts - the arguments of the script
   * @param execArgv - the options of Node.js that the script needs, such as those of this process if the script is TypeScript
   */
  constructor(script: string, parts: readonly string[] = [], execArgv: readonly string[] = []) {
    this.#process = fork(script, [...parts], {
      execArgv: [...execArgv, '--expose-gc'],
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

  ask<Reply>(question: object | string): Promise<Reply> {
    const reply = this.next<Reply>();
    this.#process.send(question);
    return reply;
  }

  stop(): void {
    // A process whose event loop is busy would not notice that its parent disconnected.
    this.#process.kill();
  }
}
