import type { Outcome, Runtime } from './runtime.js';

/** How many runtimes run in parallel. They mostly wait for pauses and for windows of the rate limit. */
const atOnce = 4;

/** Starts every runtime, a few at a time, in the order of the list. A runtime that does not start does not block the others. */
export function startAll(
  runtimes: readonly Runtime[],
  serviceUrl: string,
): ReadonlyMap<Runtime, Promise<Outcome>> {
  const outcomes = new Map<Runtime, Promise<Outcome>>();
  const lanes: Promise<unknown>[] = Array.from({ length: atOnce }, () => Promise.resolve());
  for (const [index, runtime] of runtimes.entries()) {
    const lane = index % atOnce;
    const outcome = Promise.resolve(lanes[lane]).then(() => runtime.run(serviceUrl));
    outcomes.set(runtime, outcome);
    lanes[lane] = outcome.catch(() => {});
  }
  return outcomes;
}
