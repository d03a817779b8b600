import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { script } from './packages.js';

/** Nothing here takes longer: a process without a reply by then hangs. Milliseconds. */
const patience = 120_000;

/** A script of this section in a process of its own, as plain Node runs it. */
export class Child {
  readonly #process: ChildProcess;

  /** @param parts - what the script reads from its command line */
  constructor(name: string, parts: readonly string[] = []) {
    this.#process = fork(script(name), [...parts], {
      execArgv: ['--expose-gc'],
      serialization: 'advanced',
    });
  }

  /** The next thing that it says. */
  async next<Answer>(): Promise<Answer> {
    const over = new AbortController();
    const options = { signal: AbortSignal.any([over.signal, AbortSignal.timeout(patience)]) };
    const failure = once(this.#process, 'exit', options).then(([code]) => {
      throw new Error(`A process ended with ${code} before its time`);
    });
    failure.catch(() => {});
    const [answer] = await Promise.race([once(this.#process, 'message', options), failure]);
    over.abort();
    return answer;
  }

  ask<Answer>(question: object): Promise<Answer> {
    const answer = this.next<Answer>();
    this.#process.send(question);
    return answer;
  }

  stop(): void {
    // A process whose event loop is busy would not notice that it was disconnected.
    this.#process.kill();
  }
}
