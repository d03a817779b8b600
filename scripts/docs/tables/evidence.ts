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
    `- **Safe retries.** Every POST carries an idempotency key, so a retry never creates a second order.
  In [${runs} test runs with broken connections](${reliability}#faults), no call
  was lost or performed twice.`,
    `- **Priorities.** Your guests don't wait for your backfill. If the API responds within 200 ms, 99 of
  100 interactive calls wait [at most ${wait} ms](${benchmarks}#rate-limit) while a backfill runs. With ky, p-throttle and
  p-retry, the same wait is ${Math.round(Number(waitByHand) / 1_000)} s.`,
  ].join('\n');
}

/** Returns the groups of a figure in a page. A pattern contains each 0 that the text above calls "no". */
function figures(page: string, pattern: RegExp): string[] {
  const found = pattern.exec(readText(page));
  if (!found) throw new Error(`${page} has no ${pattern}`);
  return found.slice(1);
}
