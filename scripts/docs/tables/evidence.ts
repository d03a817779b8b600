import { readText } from '../pages.js';

const benchmarks = 'docs/internals/benchmarks.md';
const reliability = 'docs/internals/reliability.md';

/** What the SDK promises, each with the figures of the test that shows it. */
export function evidence(): string {
  const [runs] = figures(reliability, /- ([\d,]+) runs from seed .*?, 0 violations/);
  const [wait, waitByHand] = figures(
    benchmarks,
    /^\| An interactive call .*?p99 (\d+) ms \|.*?p99 (\d+) ms/m,
  );
  return [
    `- **Safe retries.** A retry repeats the idempotency key. In [${runs} test runs with broken
  connections](${reliability}#faults), no call was lost or performed twice.`,
    `- **Priorities.** Live calls overtake your backfill: their p99 wait is [${wait} ms](${benchmarks}#results),
  against ${Math.round(Number(waitByHand) / 1_000)} s for a client built from ky, p-throttle and p-retry.`,
  ].join('\n');
}

/** Returns the groups of a figure in a page. A pattern contains each 0 that the text above calls "no". */
function figures(page: string, pattern: RegExp): string[] {
  const found = pattern.exec(readText(page));
  if (!found) throw new Error(`${page} has no ${pattern}`);
  return found.slice(1);
}
