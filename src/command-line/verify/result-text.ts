import { printable } from '../../errors/issue.js';
import { steadyRate } from '../../verify/digital-ordering/steady-rate.js';
import type { OpenEnvironment } from '../../verify/open-environment.js';
import type { ScenarioResult } from '../../verify/run.js';
import type { CheckResult } from '../../verify/run-scenario.js';
import type { Verification } from '../../verify/verification.js';
import { type Output, styled } from '../console.js';
import { documentPath } from '../document-path.js';
import { failureText, lineText } from './failure-text.js';
import type { Report } from './report.js';

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

/** Returns the line of a scenario and, if a check failed, how. */
export function resultText(
  { name, result, seconds, reason, checks, why, guide, chosen }: ScenarioResult,
  output: Output,
): string {
  const word = styled(output, colors[result], words[result]);
  const figures = checks.map(({ figure }) => (figure === undefined ? '' : `: ${figure}`)).join('');
  const line = `${word}  ${name.padEnd(24)} ${reason ?? `${seconds.toFixed(1)} s${figures}`}\n`;
  const failed = checks.filter(({ failures }) => failures.length > 0);
  if (failed.length === 0) return line;
  const guides = [...new Set([guide, ...failed.flatMap(({ failures }) => failures[0]?.guide ?? [])])];
  const pages = guides.map((page) => `        ${documentPath(`guides/${page}`)}\n`).join('');
  const details = chosen ? `      Undocumented details of the outlet: ${chosenText(chosen)}\n` : '';
  return `${line}\n${failed.map(checkText).join('\n')}\n${details}      Why it matters: ${why}\n      Guides:\n${pages}\n`;
}

function chosenText(chosen: Readonly<Record<string, unknown>>): string {
  return Object.entries(chosen)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

function checkText({ check, failures }: CheckResult): string {
  const [first] = failures;
  if (!first) return '';
  const shown = failures.slice(0, maxCases).map((failure) => `        ${printable(failureText(failure))}\n`);
  const more = failures.length > maxCases ? `        and ${failures.length - maxCases} more\n` : '';
  const lines = first.timeline.map((line) => `          ${printable(lineText(line))}\n`).join('');
  const timeline = lines === '' ? '' : `        What happened to ${printable(first.subject)}:\n${lines}`;
  return `      ${check}: ${first.text}\n${shown.join('')}${more}${timeline}        What to do: ${first.advice}\n`;
}

/** Returns the last lines: how many scenarios passed, and what to do about those that failed. */
export function summaryOf(report: Report, used: UsedArguments): string {
  const { runs, result, notCovered, output, rate } = report;
  const results = runs.flatMap(({ scenarios }) => scenarios);
  const named = (wanted: ScenarioResult['result']) =>
    results.filter((one) => one.result === wanted).map(({ name }) => name);
  const [failed, warned] = [named('failed'), named('warning')];
  const seconds = results.reduce((sum, one) => sum + one.seconds, 0);
  const counts = [
    `${named('passed').length + warned.length} passed${warned.length > 0 ? ` (${warned.length} with a warning)` : ''}`,
    `${failed.length} failed`,
    `${named('skipped').length} skipped`,
  ].join(', ');
  const summary = `\n${counts} in ${Math.round(seconds)} s.\n`;
  if (result === 'incomplete')
    return `${summary}With --strict, this is not enough:\n${notCovered.map((one) => `- ${one}\n`).join('')}`;
  if (failed.length === 0) return summary;
  const commands = runs.flatMap((run) => commandToRepeat(run, { ...used, rate }) ?? []);
  return `${summary}A folder for each failed scenario, with the output and the data of your backend: ${output}
To run the failed scenarios again:${commands.length === 1 ? ' ' : '\n'}${commands.join('\n')}
`;
}

/** Arguments that a repetition needs too. */
export interface UsedArguments {
  readonly config?: string | undefined;
  readonly only?: readonly string[] | undefined;
}

/** Returns the command that runs the failed scenarios of a seed again; `undefined` if none has failed. */
function commandToRepeat(
  { seed, scenarios }: Report['runs'][number],
  { config, only, rate }: UsedArguments & Pick<Report, 'rate'>,
): string | undefined {
  const failed = scenarios.filter(({ result }) => result === 'failed').map(({ name }) => name);
  if (failed.length === 0) return undefined;
  // It looks at the records of the scenarios before it.
  const names = failed.includes('end-of-the-run') ? only : failed;
  const isAtRate = rate !== undefined && names?.includes(steadyRate.name) !== false;
  const words = [
    ...(config === undefined ? [] : ['--config', quoted(config)]),
    ...(names === undefined ? [] : ['--only', names.join(',')]),
    '--seeds',
    seed,
    ...(isAtRate ? ['--rate', rate] : []),
  ];
  return `npx outlet-open-api verify ${words.join(' ')}`;
}

/** Quotes a path for a shell, if necessary. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
