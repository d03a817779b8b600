import { readText } from '../pages.js';
import { ruleCounts } from './conformance.js';

const pages = {
  benchmarks: 'docs/internals/benchmarks.md',
  reliability: 'docs/internals/reliability.md',
  conformance: 'docs/internals/conformance.md',
};

/** What the SDK promises, each with the figures of the test that shows it. */
export function evidence(): string {
  const [runs, violations] = figures('reliability', /- ([\d,]+) runs from seed .*?, (\d+) violations/);
  const [kills, , missed] = figures('reliability', /^\| all \| \d+ \| (\d+) \| (\d+) \| \d+ \| (\d+) \|/m);
  const [lost, rejected] = figures('benchmarks', /^\| 30 parallel GETs.*?\| (\d+) lost.*?(\d+) × 429/m);
  const [wait, waitByHand] = figures(
    'benchmarks',
    /^\| An interactive call .*?p99 (\d+) ms \|.*?p99 (\d+) ms/m,
  );
  const { tested, all } = ruleCounts();
  return [
    `- **Safe retries.** Every POST carries an idempotency key, so a retry never creates a second order.
  In [${runs} test runs with broken connections](${pages.reliability}#faults), ${noneOf(violations)} call
  was lost or performed twice.`,
    `- **Rate limits.** Calls are paced to the API's 5 requests per second. You can start
  [30 calls in parallel](${pages.benchmarks}#rate-limit): ${noneOf(lost)} call is lost, and ${noneOf(rejected)} response
  is a 429.`,
    `- **Priorities.** Your guests don't wait for your backfill: 99 of 100 interactive calls wait
  [at most ${wait} ms](${pages.benchmarks}#rate-limit) while a backfill runs. With ky, p-throttle and
  p-retry, the same wait is ${seconds(waitByHand)} s.`,
    `- **Resuming.** Lists, backfills and polls resume after a crash. A test that kills them
  [${kills} times with \`kill -9\`](${pages.reliability}#crashes) loses ${noneOf(missed)} record.`,
    `- **A fake that follows the rules.** It keeps state, sends webhooks and fails on demand. Of the
  ${all} rules of the API specification, [${tested} have tests](${pages.conformance}), and that page says why
  the others have none.`,
  ].join('\n');
}

/** Returns the groups of a figure in a page. */
function figures(page: keyof typeof pages, pattern: RegExp): string[] {
  const found = pattern.exec(readText(pages[page]));
  if (!found) throw new Error(`${pages[page]} has no ${pattern}`);
  return found.slice(1);
}

function noneOf(count = ''): string {
  if (count !== '0') throw new Error(`A figure of the README is ${count}, but its sentence says "no".`);
  return 'no';
}

function seconds(milliseconds = ''): number {
  return Math.round(Number(milliseconds) / 1_000);
}
