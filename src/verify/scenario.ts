import type { Environment, ScenarioRun } from './environment.js';
import type { BackendOrder } from './verification.js';

/** What a scenario can need: a backend that the suite has started, one that can get a new token, or an optional action. */
type Need = 'restart' | 'rotation' | 'backfill' | 'refreshMenu';

/** What can happen to a backend, and why it matters. */
export interface Scenario<Run extends ScenarioRun = ScenarioRun> {
  /** The name for `--only`. */
  readonly name: string;
  /** One sentence on why it matters. */
  readonly why: string;
  /** The page that says how to get it right, with its heading. */
  readonly guide: string;
  /** What a configuration must allow for the scenario to run. */
  readonly needs?: Need;
  /** Whether the outlet chooses undocumented details at random. Default: `false`. */
  readonly isHostile?: boolean;
  steps(run: Run): Promise<void>;
}

/** Something that must be true after each scenario. */
export interface Check<Run extends ScenarioRun = ScenarioRun> {
  readonly name: string;
  /** One sentence. */
  readonly text: string;
  /** The page that says how to pass it, if that of the scenario does not. */
  readonly guide?: string;
  /** Returns the cases in which it fails. */
  check(run: Run, known: readonly BackendOrder[]): readonly Failure[];
}

/** What should be, and what is. */
export interface Difference {
  readonly expected: string;
  readonly found: string;
}

/** One case in which a check fails. */
export interface Failure extends Difference {
  /** What the case is about, such as the reference of an order. */
  readonly subject: string;
  /** Texts that occur in the requests and deliveries about it. Default: all of the scenario. */
  readonly traces?: readonly string[];
}

/** Everything that is particular to a use case. */
export interface Suite {
  readonly scenarios: readonly Scenario[];
  readonly checks: readonly Check[];
  createRun(environment: Environment): ScenarioRun;
}
