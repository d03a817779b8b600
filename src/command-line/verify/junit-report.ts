import type { ScenarioResult } from '../../verify/run.js';
import { hasFailed } from '../../verify/run-scenario.js';

/** Returns the results as JUnit XML, which CI systems show as tests. */
export function junitReport(useCase: string, results: readonly ScenarioResult[]): string {
  const count = (wanted: ScenarioResult['result']) =>
    results.filter(({ result }) => result === wanted).length;
  const counts = `tests="${results.length}" failures="${count('failed')}" skipped="${count('skipped')}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="${escaped(useCase)}" ${counts}>
${results.map((result) => testCase(useCase, result)).join('\n')}
</testsuite>
</testsuites>
`;
}

function testCase(
  useCase: string,
  { name, seconds, reason = '', checks, why, guide }: ScenarioResult,
): string {
  const skipped = reason === '' ? '' : `<skipped message="${escaped(reason)}"/>`;
  const failures = checks.flatMap((check) => (hasFailed(check) ? check.failures : []));
  const elements = failures.map(
    ({ check, text, subject, expected, found, timeline, guide: page = guide }) => {
      const message = escaped(`${check}: ${subject}: expected ${expected}; found ${found}`);
      const body = [
        text,
        ...timeline,
        `Why it matters: ${why}`,
        `How to get it right: docs/guides/${page}`,
      ].join('\n');
      return `<failure type="${escaped(check)}" message="${message}">${escaped(body)}</failure>`;
    },
  );
  const attributes = `classname="${escaped(useCase)}" name="${escaped(name)}" time="${seconds.toFixed(3)}"`;
  return `<testcase ${attributes}>${skipped}${elements.join('')}</testcase>`;
}

/** Escapes text for XML, and removes characters that XML does not allow. */
function escaped(text: string): string {
  return text
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .toWellFormed();
}
