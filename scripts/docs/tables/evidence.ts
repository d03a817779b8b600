import { readText } from '../pages.js';
import { ruleCounts } from './conformance.js';

const benchmarks = 'docs/internals/benchmarks.md';
const reliability = 'docs/internals/reliability.md';
const conformance = 'docs/internals/conformance.md';

/** What the SDK promises, each with the figures of the test that shows it. */
export function evidence(): string {
  const [runs] = figures(reliability, /- ([\d,]+) runs from seed .*?, 0 violations/);
  const [kills] = figures(reliability, /^\| all \| \d+ \| (\d+) \| \d+ \| \d+ \| 0 \|/m);
  figures(benchmarks, /^\| 30 parallel GETs.*?\| 0 lost, 0 × 429/m);
  const [wait, waitByHand] = figures(
    benchmarks,
    /^\| An interactive call .*?p99 (\d+) ms \|.*?p99 (\d+) ms/m,
  );
  return [
    `- **Safe retries.** Every POST carries an idempotency key, so a retry never creates a second order.
  In [${runs} test runs with broken connections](${reliability}#faults), no call
  was lost or performed twice.`,
    `- **Rate limits.** Calls are paced to the API's 5 requests per second. You can start
  [30 calls in parallel](${benchmarks}#rate-limit): no call is lost, and no response
  is a 429.`,
    `- **Priorities.** Your guests don't wait for your backfill. If the API responds within 200 ms, 99 of
  100 interactive calls wait [at most ${wait} ms](${benchmarks}#rate-limit) while a backfill runs. With ky, p-throttle and
  p-retry, the same wait is ${Math.round(Number(waitByHand) / 1_000)} s.`,
    `- **Resuming.** Lists, backfills and polls resume after a crash. A test that kills them
  [${kills} times with \`kill -9\`](${reliability}#crashes) loses no record.`,
    `- **A fake that follows the rules.** It keeps state, sends webhooks and fails on demand. Of the
  ${ruleCounts.all} rules of the API specification, [${ruleCounts.tested} have tests](${conformance}), and that page says why
  the others have none.`,
  ].join('\n');
}

/** Returns the groups of a figure in a page. A pattern contains each 0 that the text above calls "no". */
function figures(page: string, pattern: RegExp): string[] {
  const found = pattern.exec(readText(page));
  if (!found) throw new Error(`${page} has no ${pattern}`);
  return found.slice(1);
}
