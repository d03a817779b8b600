import { randomBytes } from 'node:crypto';
import { type OpenStage, openStage } from './open-stage.js';
import { type BrokenLaw, playScenario } from './play-scenario.js';
import type { Scenario, Suite } from './scenario.js';
import { guestSuite, salesSuite } from './suites.js';
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
  readonly broken: readonly BrokenLaw[];
}

export interface RunOptions {
  /** The folder of the configuration file. */
  readonly folder: string;
  /** Receives the data of the backend and its output. */
  readonly workFolder: string;
  readonly seed: number;
  /** The names of the scenarios to play. Default: all. */
  readonly only?: readonly string[] | undefined;
  readonly signal: AbortSignal;
  /** Is called when an emulator has started, before the backend. */
  onStart(stage: OpenStage): void;
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
  const runId = randomBytes(2).toString('hex');
  const played = scenarios.filter(({ name }) => only === undefined || only.includes(name));
  let stage: OpenStage | undefined;
  let stages = 0;
  let isWrong = false;
  const close = async () => {
    await stage?.close();
    stage = undefined;
  };
  try {
    for (const scenario of played) {
      const { isHostile = false } = scenario;
      const reason = isWrong ? 'The plain day failed.' : reasonToSkip(scenario, verification);
      if (reason !== undefined) {
        yield { ...summaryOf(scenario), result: 'skipped', reason, seconds: 0, broken: [] };
        continue;
      }
      const start = performance.now();
      if (isHostile) await close();
      if (!stage) {
        stages += 1;
        stage = await openStage(verification, { ...options, isHostile, runId, dataName: `data-${stages}` });
      }
      const broken = await playScenario(verification, scenario, suite, stage, signal);
      const seconds = (performance.now() - start) / 1_000;
      yield { ...summaryOf(scenario), result: broken.length > 0 ? 'failed' : 'passed', seconds, broken };
      isWrong = broken.length > 0 && scenario.name === 'plain-day';
      if (broken.length > 0 && !verification.attach) await close();
    }
  } finally {
    await close();
  }
}

function suiteOf(verification: Verification): Suite {
  return verification.useCase === 'digital-ordering'
    ? guestSuite(verification.actions)
    : salesSuite(verification.actions);
}

function summaryOf({ name, why, guide }: Scenario): Pick<ScenarioResult, 'name' | 'why' | 'guide'> {
  return { name, why, guide };
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
