import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suggestion } from '../../options/suggestion.js';
import { maxRate } from '../../verify/digital-ordering/steady-rate.js';
import type { Load } from '../../verify/environment.js';
import { type ScenarioResult, verify } from '../../verify/run.js';
import type { SuiteText } from '../../verify/scenario.js';
import { suiteOf, suites } from '../../verify/suites.js';
import type { Verification } from '../../verify/verification.js';
import { VerificationError } from '../../verify/verification-error.js';
import { readArguments, rejectPositionals, wholeNumber } from '../arguments.js';
import { type Console, exitCodes, printJson, UsageError } from '../console.js';
import { verifyOptions } from '../options.js';
import { junitReport } from './junit-report.js';
import { loadConfig } from './load-config.js';
import { createReport, type Report, type ReportParts, type SeedRun } from './report.js';
import { reportPage } from './report-page.js';
import { introduction, resultText, summaryOf } from './result-text.js';
import { writeConfig } from './write-config.js';

const maxSeed = 2 ** 32 - 1;

/** For how long guests order at the rate of `--rate`. */
const loadSeconds = 60;

type Values = ReturnType<typeof readArguments<typeof verifyOptions>>['values'];

/** Runs scenarios with a backend. @throws UsageError if the arguments or the configuration are invalid */
export async function verifyCommand(args: readonly string[], console: Console): Promise<number> {
  const { values, positionals } = readArguments(args, verifyOptions);
  rejectPositionals(positionals);
  if (values.init !== undefined) {
    console.stdout.write(await writeConfig(values.init, values.config));
    return exitCodes.done;
  }
  const { path, verification, seeds, only, load } = await prepare(values).catch(async (error: unknown) => {
    const run = { useCase: 'verify', seeds: [], runs: [], error: reasonOf(error) };
    if (values.junit !== undefined) await writeReport(values.junit, junitReport(run));
    throw error;
  });
  const isStrict = values.strict;
  const runs: SeedRun[] = [];
  const parts = {
    verification,
    started: new Date(),
    seeds,
    isStrict,
    only,
    load,
    checks: suiteOf(verification, load).checks,
    runs,
  };
  const write = async (more: Pick<ReportParts, 'error' | 'output'>): Promise<Report> => {
    const report = createReport({ ...parts, ...more });
    if (values.junit !== undefined) await writeReport(values.junit, junitReport(report));
    if (values.report !== undefined) {
      const file = values.report.replace(/\.(?:json|html)$/, '');
      await writeReport(`${file}.json`, `${JSON.stringify(report, undefined, 2)}\n`);
      await writeReport(`${file}.html`, reportPage(report));
    }
    return report;
  };
  // Fails now if a file cannot be written, and leaves valid files if this process is killed.
  await write({ error: 'The command did not end.' });
  const workFolder = await mkdtemp(join(tmpdir(), 'outlet-verify-')).catch((error: unknown) => {
    throw new UsageError(`No folder can be created in ${tmpdir()}: ${reasonOf(error)}. Set TMPDIR.`, {
      cause: error,
    });
  });
  const print = (text: string) => void (values.json || console.stdout.write(text));
  let report: Report;
  try {
    for (const seed of seeds) {
      const scenarios: ScenarioResult[] = [];
      const assumptions: Record<string, object> = {};
      runs.push({ seed, assumptions, scenarios });
      const run = verify(verification, {
        folder: dirname(path),
        workFolder,
        seed,
        only,
        load,
        signal: console.signal,
        onStart(environment) {
          const isFirst = scenarios.every(({ result }) => result === 'skipped');
          const output = values.json ? console.stderr : console.stdout;
          const gap = runs.length > 1 ? '\n' : '';
          if (isFirst) output.write(`${gap}${introduction(verification, environment, seed)}`);
          const name = environment.isHostile ? 'hostile' : 'all other scenarios';
          assumptions[name] = { ...environment.fake.assumptions };
        },
      });
      for await (const result of run) {
        scenarios.push(result);
        print(resultText(result, console.stdout));
      }
    }
    const hasFailed = runs.some(({ scenarios }) => scenarios.some(({ result }) => result === 'failed'));
    report = await write({ output: hasFailed ? workFolder : undefined });
  } catch (error) {
    await write({ error: console.signal.aborted ? 'The command was interrupted.' : reasonOf(error) });
    await rm(workFolder, { recursive: true, force: true });
    // An error with a code comes from the system, such as a full disk.
    if (error instanceof VerificationError || (error instanceof Error && 'code' in error))
      throw new UsageError(error.message, { cause: error });
    throw error;
  }
  if (report.result !== 'failed') await rm(workFolder, { recursive: true, force: true });
  if (values.json) printJson(console, report);
  else print(summaryOf(report, { config: values.config, only }));
  return report.ok ? exitCodes.done : exitCodes.failed;
}

/** Reads the options and the configuration. @throws UsageError if they are invalid */
async function prepare({ config, seeds, only, rate }: Values) {
  const wanted = seedsFrom(seeds);
  const { path, verification } = await loadConfig(config);
  if (process.platform === 'win32' && !verification.attach)
    throw new UsageError('Windows cannot kill a group of processes. Use WSL, or set attach: true.');
  const scenarios = scenariosFrom(only, verification);
  return {
    path,
    verification,
    seeds: wanted,
    only: scenarios,
    load: loadFrom(rate, scenarios, verification),
  };
}

/** Writes a file of a report, and creates its folder. @throws UsageError if it cannot */
async function writeReport(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`The report cannot be written: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** @throws UsageError if it is no seed, and no range of seeds */
function seedsFrom(range = '1'): readonly number[] {
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (!(from <= to && to <= maxSeed && to - from < 100))
    throw new UsageError(`--seeds must be a number, or a range of at most 100 such as 1-3. It is ${range}.`);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** @throws UsageError if there is no such scenario */
function scenariosFrom(
  only: readonly string[] | undefined,
  verification: Verification,
): readonly string[] | undefined {
  const names = suiteOf(verification).scenarios.map(({ name }) => name);
  const wanted = only?.flatMap((value) => value.split(','));
  for (const name of wanted ?? []) {
    if (names.includes(name)) continue;
    const isIn = ({ scenarios }: SuiteText) => scenarios.some((scenario) => scenario.name === name);
    const other = Object.values(suites).find(isIn);
    if (other) throw new UsageError(`${name} is a scenario of ${other.title}, and not of this use case.`);
    const advice = suggestion(name, names) || `The scenarios are ${names.join(', ')}.`;
    throw new UsageError(`Unknown scenario: ${name}. ${advice}`);
  }
  return wanted;
}

/** @throws UsageError if the rate is too high, or no scenario would use it */
function loadFrom(
  rate: string | undefined,
  only: readonly string[] | undefined,
  verification: Verification,
): Load | undefined {
  if (rate === undefined) return undefined;
  const scenario = suiteOf(verification).scenarios.find(({ needs = [] }) => needs.includes('rate'));
  if (!scenario)
    throw new UsageError("--rate is only for backends with useCase: 'digital-ordering'. Leave it out.");
  if (only?.includes(scenario.name) === false)
    throw new UsageError(
      `--only leaves out ${scenario.name}, which is the scenario of --rate. Add it to --only.`,
    );
  if (/^\d+$/.test(rate) && Number(rate) > maxRate)
    throw new UsageError(
      `--rate must be at most ${maxRate} orders a minute. Each order needs two requests or more, and the API allows 300 a minute with a key.`,
    );
  return { rate: wholeNumber('--rate', rate, maxRate, 1), seconds: loadSeconds };
}
