import { access, appendFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { untilAborted } from '../cancellation.js';
import { unmetNeed } from './needs.js';
import { type EnvironmentOptions, logs, type OpenEnvironment, openEnvironment } from './open-environment.js';
import { type CheckResult, hasFailed, type OpenSuite, type SuiteRunner } from './run-scenario.js';
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
  /** The undocumented details that the outlet has chosen at random. */
  readonly chosen?: Readonly<Record<string, unknown>>;
  readonly checks: readonly CheckResult[];
}

export interface RunOptions extends Omit<EnvironmentOptions, 'outputFolder'> {
  /** Receives a folder for each failed scenario, such as `outage-seed-1`, with the output and the data of the backend. */
  readonly workFolder: string;
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
  const suite = suiteOf(verification, options.load);
  const { only, signal, seed, workFolder } = options;
  let opened: { readonly environment: OpenEnvironment; readonly runner: SuiteRunner } | undefined;
  let outputFolder: string | undefined;
  /** The new name of the folder if something has failed. */
  let keptAs: string | undefined;
  let hasStarted = false;
  let stopReason: string | undefined;
  const close = async () => {
    await opened?.environment.close();
    if (outputFolder !== undefined) {
      if (keptAs === undefined) await rm(outputFolder, { recursive: true, force: true });
      else await rename(outputFolder, join(workFolder, keptAs));
    }
    opened = outputFolder = keptAs = undefined;
  };
  const open = async (name: string, isHostile: boolean) => {
    outputFolder ??= await mkdtemp(join(workFolder, 'running-'));
    for (const log of logs) await appendFile(join(outputFolder, log), `--- ${name}\n`);
    if (opened) return opened;
    const environment = await openEnvironment(verification, suite, { ...options, outputFolder }, isHostile);
    hasStarted = true;
    return { environment, runner: await suite.start(environment) };
  };
  try {
    for (const scenario of suite.scenarios) {
      const { name, why, guide, isHostile = false, isOptional = false } = scenario;
      if (only && !only.includes(name)) continue;
      const reason = stopReason ?? unmetNeed(scenario.needs, suite, verification, options.load);
      if (reason !== undefined) {
        yield { name, why, guide, result: 'skipped', reason, isOptional, seconds: 0, checks: [] };
        continue;
      }
      const start = performance.now();
      if (isHostile) await close();
      let checks: readonly CheckResult[];
      try {
        opened = await open(name, isHostile);
        checks = await untilAborted(opened.runner.run(name), signal);
      } catch (error) {
        if (!hasStarted || !(error instanceof VerificationError)) throw error;
        checks = [hasNotStarted(suite, error)];
        stopReason = 'The backend did not start again.';
      } finally {
        await requireFolder(outputFolder ?? workFolder);
      }
      const seconds = (performance.now() - start) / 1_000;
      const isFailed = checks.some(hasFailed);
      const hasWarning = checks.some(({ failures }) => failures.length > 0);
      const result = isFailed ? 'failed' : hasWarning ? 'warning' : 'passed';
      // A backend that the command has not started keeps its emulator for the whole run.
      if (isFailed) keptAs = `${verification.attach ? 'all-scenarios' : name}-seed-${seed}`;
      const chosen = isHostile ? opened?.environment.chosen : undefined;
      yield { name, why, guide, result, seconds, checks, ...(chosen && { chosen }) };
      if (!isFailed) continue;
      if (name === 'plain-day') stopReason = 'The plain day failed.';
      if (verification.attach) opened?.runner.forgetLast();
      else await close();
    }
  } finally {
    await close();
  }
}

/** Without the folder, a backend that is right loses its data. @throws VerificationError if it has disappeared */
async function requireFolder(folder: string): Promise<void> {
  await access(folder).catch((error: unknown) => {
    throw new VerificationError(
      `Something has deleted ${folder}, which contains the data of your backend. Set TMPDIR to a folder that nothing cleans, and run the command again.`,
      { cause: error },
    );
  });
}

/** Returns the result of a scenario for which the backend did not start again. */
function hasNotStarted({ checks }: OpenSuite, { message }: VerificationError): CheckResult {
  const found = checks.find(({ name }) => name === 'keeps-running');
  if (!found) throw new Error('Every suite has the check keeps-running.');
  const { name, text, rule, advice } = found;
  const failure = { subject: 'backend', expected: 'a running process', found: message, timeline: [] };
  return { check: name, count: 1, failures: [{ check: name, text, rule, advice, ...failure }] };
}
