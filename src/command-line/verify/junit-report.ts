import { hasFailed } from '../../verify/run-scenario.js';
import { failureText, lineText } from './failure-text.js';
import type { Report } from './report.js';

/** Returns a report as JUnit XML, which CI systems show as tests, with one failure for each check. */
export function junitReport({
  useCase,
  seeds,
  runs,
  error,
}: Pick<Report, 'useCase' | 'seeds' | 'runs' | 'error'>): string {
  const cases = runs.flatMap(({ seed, scenarios }) =>
    scenarios.map((scenario) => {
      const name = seeds.length > 1 ? `${scenario.name} (seed ${seed})` : scenario.name;
      return { ...scenario, name };
    }),
  );
  const count = (wanted: string) => cases.filter(({ result }) => result === wanted).length;
  const elements = cases.map(({ name, seconds, reason, checks, why }) => {
    const skipped = reason === undefined ? '' : `<skipped message="${escaped(reason)}"/>`;
    const failures = checks.filter(hasFailed).map(({ check, failures }) => {
      const [first] = failures;
      if (!first) return '';
      const message = failures.map(failureText).join('\n');
      const lines = [first.text, first.advice, ...first.timeline.map(lineText), `Why it matters: ${why}`];
      return `<failure type="${check}" message="${escaped(`${check}: ${message}`)}">${escaped(lines.join('\n'))}</failure>`;
    });
    const attributes = `classname="${useCase}" name="${escaped(name)}" time="${seconds.toFixed(3)}"`;
    return `<testcase ${attributes}>${skipped}${failures.join('')}</testcase>`;
  });
  if (error !== undefined)
    elements.push(
      `<testcase classname="${useCase}" name="the command ends"><error message="${escaped(error)}"/></testcase>`,
    );
  const counts = `tests="${elements.length}" failures="${count('failed')}" errors="${error === undefined ? 0 : 1}" skipped="${count('skipped')}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="${useCase}" ${counts}>
${elements.join('\n')}
</testsuite>
</testsuites>
`;
}

/** Escapes text for XML, and removes characters that XML does not allow. */
export function escaped(text: string): string {
  return text
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .toWellFormed();
}
