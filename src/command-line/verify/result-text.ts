import { styleText } from 'node:util';
import { printable } from '../../errors/issue.js';
import type { OpenEnvironment } from '../../verify/open-environment.js';
import type { ScenarioResult } from '../../verify/run.js';
import type { FailedCheck } from '../../verify/run-scenario.js';
import type { Verification } from '../../verify/verification.js';
import type { Output } from '../console.js';

/** The most cases of one check that are printed. */
const maxCases = 5;

const words = { passed: 'ok  ', warning: 'warn', failed: 'FAIL', skipped: 'skip' } as const;
const colors = { passed: 'green', warning: 'yellow', failed: 'red', skipped: 'gray' } as const;

/** Says what is verified, and where to watch it. */
export function introduction(
  { useCase, attach }: Verification,
  { dashboardUrl, settings }: OpenEnvironment,
  seed: number,
): string {
  const { baseUrl, token } = settings();
  const environment = attach
    ? `Your backend needs these variables:\nOUTLET_BASE_URL=${baseUrl}\nOUTLET_ACCESS_TOKEN=${token}\n\n`
    : '';
  return `Verifying ${useCase} with seed ${seed}. Watch the outlet at ${dashboardUrl}\n\n${environment}`;
}

/** Returns the line of a scenario and, if it failed, how. */
export function resultText(
  { name, result, seconds, reason, checks: results, why, guide }: ScenarioResult,
  output: Output,
): string {
  const word = output.hasColors?.()
    ? styleText(colors[result], words[result], { validateStream: false })
    : words[result];
  const line = `${word}  ${name.padEnd(24)} ${reason ?? `${seconds.toFixed(1)} s`}\n`;
  const failures = results.flatMap((one) => one.failures);
  if (failures.length === 0) return line;
  const checks = [...new Set(failures.map(({ check }) => check))];
  const blocks = checks.map((check) => checkText(failures.filter((one) => one.check === check)));
  const guides = [...new Set([guide, ...failures.flatMap((one) => one.guide ?? [])])];
  const pages = guides.map((page) => `docs/guides/${page}`).join(', ');
  return `${line}\n${blocks.join('\n')}\n      Why it matters: ${why}\n      How to get it right: ${pages}\n\n`;
}

/** @param cases - of one check */
function checkText(cases: readonly FailedCheck[]): string {
  const [first] = cases;
  if (!first) return '';
  const shown = cases
    .slice(0, maxCases)
    .map(
      ({ subject, expected, found }) =>
        `        ${printable(subject)}: expected ${printable(expected)}; found ${printable(found)}\n`,
    );
  const more = cases.length > maxCases ? `        and ${cases.length - maxCases} more\n` : '';
  const trace = first.timeline.map((line) => `          ${printable(line)}\n`).join('');
  return `      ${first.check}: ${first.text}\n${shown.join('')}${more}        What happened to ${printable(first.subject)}:\n${trace}`;
}

/** Returns the last lines: how many scenarios passed, and what to do about those that failed. */
export function summaryOf(results: readonly ScenarioResult[], seed: number, workFolder: string): string {
  const named = (wanted: ScenarioResult['result']) =>
    results.filter(({ result }) => result === wanted).map(({ name }) => name);
  const [passed, failed, skipped] = [named('passed'), named('failed'), named('skipped')];
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  const counts = [`${passed.length} passed`, `${failed.length} failed`, `${skipped.length} skipped`].join(
    ', ',
  );
  const summary = `\n${counts} in ${Math.round(seconds)} s.\n`;
  if (failed.length === 0) return summary;
  return `${summary}The output of your backend and of the emulator: ${workFolder}
To run the failed scenarios again: npx outlet-open-api verify --only ${failed.join(',')} --seed ${seed}
`;
}
