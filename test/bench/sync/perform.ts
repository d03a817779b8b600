import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Outcome, Work } from './work.js';

/** No work takes longer: a process without a reply by then hangs. Milliseconds. */
const patience = 600_000;

/** Runs work in a separate process. */
export async function perform(work: Work): Promise<Outcome> {
  const child = fork(fileURLToPath(new URL('process.ts', import.meta.url)), { serialization: 'advanced' });
  child.send(work);
  const over = new AbortController();
  const options = { signal: AbortSignal.any([over.signal, AbortSignal.timeout(patience)]) };
  const failure = once(child, 'exit', options).then(([code]) => {
    throw new Error(`The process ended early with ${code}`);
  });
  failure.catch(() => {});
  try {
    const [outcome] = await Promise.race([once(child, 'message', options), failure]);
    return outcome;
  } finally {
    over.abort();
  }
}
