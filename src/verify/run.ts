import { untilAborted } from '../cancellation.js';
import { type EnvironmentOptions, type OpenEnvironment, openEnvironment } from './open-environment.js';
import { type CheckResult, hasFailed, type OpenSuite, type SuiteRunner } from './run-scenario.js';
import type { Need, ScenarioText, SuiteText } from './scenario.js';
import { suiteOf } from './suites.js';
import type { Verification } from './verification.js';
import { VerificationError } from './verification-error.js';

/** The outcome of a scenario. */
export interface ScenarioResult {
  readonly name: string;
  readonly why: string;
  readonly guide: string;
  readonly result: 'passed' | 'warning' | 'failed' | 'skipped';
  /** How long it took. */
  readonly seconds: number;
  /** Why it was skipped. */
  readonly reason?: string;
  /** Whether a strict run can skip it. */
  readonly isOptional?: boolean;
  readonly checks: readonly CheckResult[];
}

export interface RunOptions extends EnvironmentOptions {
  /** The names of the scenarios to run. Default: all. */
  readonly only?: readonly string[] | undefined;
}

/**
 * Runs one scenario after the other. After a failed scenario, the emulator and the backend start afresh, so that one mistake does not
 * fail the scenarios that follow.
 * @throws VerificationError if the backend does not start
 */
export async function* verify(
  verification: Verification,
  options: RunOptions,
): AsyncGenerator<ScenarioResult> {
  const suite = suiteOf(verification);
  const { only, signal } = options;
  let opened: { readonly environment: OpenEnvironment; readonly runner: SuiteRunner } | undefined;
  let hasStarted = false;
  let stopReason: string | undefined;
  const close = async () => {
    await opened?.environment.close();
    opened = undefined;
  };
  const open = async (isHostile: boolean) => {
    const environment = await openEnvironment(verification, suite, options, isHostile);
    hasStarted = true;
    return { environment, runner: await suite.start(environment) };
  };
  try {
    for (const scenario of suite.scenarios) {
      const { name, why, guide, isHostile = false, isOptional = false } = scenario;
      if (only && !only.includes(name)) continue;
      const reason = stopReason ?? reasonToSkip(scenario, suite, verification, options);
      if (reason !== undefined) {
        yield { name, why, guide, result: 'skipped', reason, isOptional, seconds: 0, checks: [] };
        continue;
      }
      const start = performance.now();
      if (isHostile) await close();
      let checks: readonly CheckResult[];
      try {
        opened ??= await open(isHostile);
        checks = await untilAborted(opened.runner.run(name), signal);
      } catch (error) {
        if (!hasStarted || !(error instanceof VerificationError)) throw error;
        checks = [hasNotStarted(suite, error)];
        stopReason = 'The backend did not start again.';
      }
      const seconds = (performance.now() - start) / 1_000;
      const isFailed = checks.some(hasFailed);
      const hasWarning = checks.some(({ failures }) => failures.length > 0);
      const result = isFailed ? 'failed' : hasWarning ? 'warning' : 'passed';
      yield { name, why, guide, result, seconds, checks };
      if (!isFailed) continue;
      if (name === 'plain-day') stopReason = 'The plain day failed.';
      if (verification.attach) opened?.runner.forgetLast();
      else await close();
    }
  } finally {
    await close();
  }
}

/** Returns the result of a scenario for which the backend did not start again. */
function hasNotStarted({ checks }: OpenSuite, { message }: VerificationError): CheckResult {
  const found = checks.find(({ name }) => name === 'keeps-running');
  if (!found) throw new Error('Every suite has the check keeps-running.');
  const { name, text, rule, advice } = found;
  const failure = { subject: 'backend', expected: 'a running process', found: message, timeline: [] };
  return { check: name, count: 1, failures: [{ check: name, text, rule, advice, ...failure }] };
}

/** Returns why a scenario cannot run with the configuration. */
function reasonToSkip(
  { needs = [] }: ScenarioText,
  suite: SuiteText,
  verification: Verification,
  options: RunOptions,
): string | undefined {
  return needs
    .map((need) => reasonFor(need, suite, verification, options))
    .find((reason) => reason !== undefined);
}

function reasonFor(
  need: Need,
  { catchUp }: SuiteText,
  { attach, actions, severalProcesses }: Verification,
  { load }: RunOptions,
): string | undefined {
  const without = (name: string) => (name in actions ? undefined : `Add the action ${name}.`);
  switch (need) {
    case 'restart':
      return attach ? 'The command cannot kill or restart a backend that it has not started.' : undefined;
    case 'rotation':
      return attach ? without('rotateToken') : undefined;
    case 'severalProcesses':
      return severalProcesses ? undefined : 'Set severalProcesses if two processes can run.';
    case 'addOutlet':
      return need in actions ? undefined : 'Add the action addOutlet if your backend serves several outlets.';
    case 'rate':
      return load ? undefined : 'Pass --rate with the orders a minute that guests place.';
    case 'catchUp':
      return without(catchUp);
    default:
      return without(need.action);
  }
}
