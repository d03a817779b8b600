import { responseTime, steadyRate } from '../../verify/digital-ordering/steady-rate.js';
import type { Load } from '../../verify/environment.js';
import type { ScenarioResult } from '../../verify/run.js';
import type { CheckText } from '../../verify/scenario.js';
import type { Verification } from '../../verify/verification.js';
import { VERSION } from '../../version.js';

/** The release of the API specification that the emulator follows. */
const specification = '2.384.0';

/** How many seeds a strict run needs. */
const minSeeds = 3;

/** What no run of the command can show. */
const limits = [
  'The real outlet: the emulator follows the API specification, and the scenario hostile tries what it leaves open.',
  'Time: nothing happens after more than some minutes, such as an expired idempotency key.',
  'A kill between two writes of your backend to its data: the command kills it while it is at rest or waits for the API.',
  'What neither the state nor the API shows, such as a second e-mail to a guest.',
] as const;

/** The scenarios with one seed. */
export interface SeedRun {
  readonly seed: number;
  /** The assumptions of the emulator, by the scenario that started it. */
  readonly assumptions: Readonly<Record<string, object>>;
  readonly scenarios: readonly ScenarioResult[];
}

/** What a check has looked at in all scenarios. */
interface CheckTotal {
  readonly check: string;
  readonly text: string;
  readonly rule: string;
  readonly count: number;
  readonly failures: number;
}

/** Everything that the command found out: the file of `--report`, and the output of `--json`. */
export interface Report {
  readonly ok: boolean;
  /** With `incomplete`, no check failed, but `--strict` asks for more. */
  readonly result: 'passed' | 'failed' | 'incomplete';
  readonly useCase: string;
  readonly versions: {
    readonly package: string;
    readonly specification: string;
    readonly backend: string | undefined;
  };
  /** ISO 8601. */
  readonly started: string;
  readonly seeds: readonly number[];
  readonly isStrict: boolean;
  /** The orders a minute of `--rate`. */
  readonly rate?: number | undefined;
  readonly runs: readonly SeedRun[];
  readonly checks: readonly CheckTotal[];
  readonly notCovered: readonly string[];
  /** Why the command ended early. */
  readonly error?: string;
  /** The folder with the output and the data of the backend, and the output of the emulator, by failed scenario. */
  readonly output?: string | undefined;
}

export interface ReportParts {
  readonly verification: Pick<Verification, 'useCase' | 'version'>;
  readonly started: Date;
  readonly seeds: readonly number[];
  readonly isStrict: boolean;
  readonly only: readonly string[] | undefined;
  readonly load: Load | undefined;
  readonly checks: readonly CheckText[];
  readonly runs: readonly SeedRun[];
  readonly error?: string;
  readonly output?: string | undefined;
}

export function createReport(parts: ReportParts): Report {
  const { verification, started, seeds, isStrict, runs, only, load, error, output } = parts;
  const results = runs.flatMap(({ scenarios }) => scenarios);
  const hasFailed = error !== undefined || results.some(({ result }) => result === 'failed');
  const isComplete =
    results.every(({ result, isOptional }) => result !== 'skipped' || isOptional === true) &&
    seeds.length >= minSeeds &&
    only === undefined;
  const result = hasFailed ? 'failed' : isStrict && !isComplete ? 'incomplete' : 'passed';
  const checks = parts.checks.map(({ name, text, rule }): CheckTotal => {
    const own = results.flatMap((scenario) => scenario.checks.filter(({ check }) => check === name));
    const sum = (count: (one: (typeof own)[number]) => number) =>
      own.reduce((total, one) => total + count(one), 0);
    const failures = sum((one) => one.failures.length);
    return { check: name, text, rule, count: sum((one) => one.count), failures };
  });
  const skipped = results
    .filter(({ result }) => result === 'skipped')
    .map(({ name, reason }) => `The scenario ${name}: ${reason}`);
  const idle = checks
    .filter(({ count }) => count === 0)
    .map(({ check }) => `The check ${check}: it had nothing to look at.`);
  return {
    ok: result === 'passed',
    result,
    useCase: verification.useCase,
    versions: { package: VERSION, specification, backend: verification.version },
    started: started.toISOString(),
    seeds,
    isStrict,
    ...(load && { rate: load.rate }),
    runs,
    checks,
    notCovered: [
      ...(only ? [`All scenarios but ${only.join(', ')}.`] : []),
      ...new Set(skipped),
      ...idle,
      ...(seeds.length < minSeeds ? [`Luck: fewer than ${minSeeds} seeds have run.`] : []),
      load && results.some(({ name, result }) => name === steadyRate.name && result !== 'skipped')
        ? `Load: more than ${load.rate} orders a minute, more than ${load.seconds} s, orders at the same moment, and an API that needs more than ${responseTime} ms.`
        : 'Load: more than a few records at the same time.',
      ...limits,
    ],
    ...(error !== undefined && { error }),
    ...(output !== undefined && { output }),
  };
}
