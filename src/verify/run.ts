import { untilAborted } from '../cancellation.js';
import { VerificationError } from './check-verification.js';
import { type EnvironmentOptions, type OpenEnvironment, openEnvironment } from './open-environment.js';
import { type FailedCheck, hasNotStarted, runScenario } from './run-scenario.js';
import type { Scenario } from './scenario.js';
import { suiteOf } from './suites.js';
import type { Verification } from './verification.js';

/** The outcome of a scenario. */
export interface ScenarioResult {
  readonly name: string;
  readonly why: string;
  readonly guide: string;
  readonly result: 'passed' | 'failed' | 'skipped';
  /** How long it took. */
  readonly seconds: number;
  /** Why it was skipped. */
  readonly reason?: string;
  readonly failures: readonly FailedCheck[];
}

export interface RunOptions extends EnvironmentOptions {
  /** The names of the scenarios to play. Default: all. */
  readonly only?: readonly string[] | undefined;
}

/** Returns the names of the scenarios of a use case. */
export function scenarioNames(verification: Verification): readonly string[] {
  return suiteOf(verification).scenarios.map(({ name }) => name);
}

/**
 * Plays one scenario after the other. After a failed scenario, the emulator and the backend start afresh, so that one mistake does not
 * fail the scenarios that follow.
 * @throws VerificationError if the backend does not start
 */
export async function* verify(
  verification: Verification,
  options: RunOptions,
): AsyncGenerator<ScenarioResult> {
  const { scenarios, ...suite } = suiteOf(verification);
  const { only, signal } = options;
  let environment: OpenEnvironment | undefined;
  let hasStarted = false;
  let stopReason: string | undefined;
  const close = async () => {
    await environment?.close();
    environment = undefined;
  };
  try {
    for (const scenario of scenarios) {
      const { name, why, guide, isHostile = false } = scenario;
      if (only && !only.includes(name)) continue;
      const reason = stopReason ?? reasonToSkip(scenario, verification);
      if (reason !== undefined) {
        yield { name, why, guide, result: 'skipped', reason, seconds: 0, failures: [] };
        continue;
      }
      const start = performance.now();
      if (isHostile) await close();
      let failures: readonly FailedCheck[];
      try {
        environment ??= await openEnvironment(verification, options, isHostile);
        hasStarted = true;
        failures = await untilAborted(runScenario(verification, scenario, suite, environment), signal);
      } catch (error) {
        if (!hasStarted || !(error instanceof VerificationError)) throw error;
        failures = [hasNotStarted(error)];
        stopReason = 'The backend did not start again.';
      }
      const seconds = (performance.now() - start) / 1_000;
      const hasFailed = failures.length > 0;
      yield { name, why, guide, result: hasFailed ? 'failed' : 'passed', seconds, failures };
      if (hasFailed && name === 'plain-day') stopReason = 'The plain day failed.';
      if (hasFailed && !verification.attach) await close();
    }
  } finally {
    await close();
  }
}

function reasonToSkip({ needs }: Scenario, { attach, actions }: Verification): string | undefined {
  const canRotate = !attach || actions.rotateToken !== undefined;
  switch (needs) {
    case 'restart':
      return attach ? 'The suite cannot kill or restart a backend that it has not started.' : undefined;
    case 'rotation':
      return canRotate ? undefined : 'Add the action rotateToken.';
    case 'backfill':
    case 'refreshMenu':
      return needs in actions ? undefined : `Add the action ${needs}.`;
    default:
      return undefined;
  }
}
