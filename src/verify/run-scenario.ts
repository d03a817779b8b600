import { VerificationError } from './check-verification.js';
import { type Environment, removeFaults, type ScenarioRun } from './environment.js';
import { readOrders } from './read-orders.js';
import type { Check, Failure, Scenario, Suite } from './scenario.js';
import { traceOf } from './trace.js';
import type { BackendOrder, Verification } from './verification.js';
import { pause } from './waiting.js';

/** A case in which a check failed. */
export interface FailedCheck extends Omit<Failure, 'traces'> {
  readonly check: string;
  /** The check in one sentence. */
  readonly text: string;
  /** The page that says how to pass the check, if that of the scenario does not. */
  readonly guide?: string | undefined;
  /** The requests and deliveries that led to it. */
  readonly trace: readonly string[];
}

/** The checks that fail if an action fails, the state of the backend cannot be read, or its process ends. */
export const basicChecks = {
  actions: {
    name: 'actions-succeed',
    text: 'Each action of the configuration succeeds.',
    expected: 'an action that succeeds',
  },
  state: {
    name: 'readable-state',
    text: 'state.orders returns the orders that the backend knows.',
    expected: 'a list of orders',
  },
  process: {
    name: 'keeps-running',
    text: 'The process of the backend does not end by itself, and starts again after a kill.',
    expected: 'a running process',
  },
} as const;

/** Runs a scenario. Returns the checks that still fail when the backend has had time to settle. */
export async function runScenario(
  verification: Verification,
  scenario: Scenario,
  suite: Pick<Suite, 'checks' | 'createRun'>,
  environment: Environment,
): Promise<readonly FailedCheck[]> {
  const run = suite.createRun(environment);
  const failed = await takeSteps(scenario, run);
  const failures = failed ? [failed] : await settle(verification, suite.checks, run);
  const crash = environment.backend.takeCrash();
  if (crash === undefined) return failures;
  return [...failures, failedCheck(basicChecks.process, crash, run)];
}

async function takeSteps(scenario: Scenario, run: ScenarioRun): Promise<FailedCheck | undefined> {
  try {
    await scenario.steps(run);
    return undefined;
  } catch (error) {
    const hasNotStarted = error instanceof VerificationError;
    return failedCheck(hasNotStarted ? basicChecks.process : basicChecks.actions, error, run);
  } finally {
    removeFaults(run.environment.fake);
    run.environment.webhookSender.isUnreliable = false;
  }
}

/** Waits until no check fails, twice in a row. Returns what still fails when the backend has had enough time. */
async function settle(
  verification: Verification,
  checks: readonly Check[],
  run: ScenarioRun,
): Promise<readonly FailedCheck[]> {
  const { fake, settleTimeout } = run.environment;
  const end = performance.now() + settleTimeout;
  let hasHeld = false;
  for (;;) {
    await fake.idle();
    const failures = await applyChecks(verification, checks, run);
    if (failures.length === 0 && hasHeld) return [];
    if (failures.length > 0 && performance.now() > end) return failures;
    hasHeld = failures.length === 0;
    await pause(1_000);
  }
}

async function applyChecks(
  verification: Verification,
  checks: readonly Check[],
  run: ScenarioRun,
): Promise<readonly FailedCheck[]> {
  let known: readonly BackendOrder[];
  try {
    known = await readOrders(verification, run.environment.settings());
  } catch (error) {
    return [failedCheck(basicChecks.state, error, run)];
  }
  return checks.flatMap(({ name, text, guide, check }) =>
    check(run, known).map(({ traces, ...failure }) => ({
      check: name,
      text,
      guide,
      ...failure,
      trace: traceOf(run, traces),
    })),
  );
}

function failedCheck(
  { name, text, expected }: (typeof basicChecks)[keyof typeof basicChecks],
  reason: unknown,
  run: ScenarioRun,
): FailedCheck {
  const found = reason instanceof Error ? reason.message : String(reason);
  return { check: name, text, subject: 'backend', expected, found, trace: traceOf(run) };
}

/** Returns the failure of a backend that did not start again. */
export function hasNotStarted({ message }: VerificationError): FailedCheck {
  const { name, text, expected } = basicChecks.process;
  return { check: name, text, subject: 'backend', expected, found: message, trace: [] };
}
