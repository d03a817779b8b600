import type { EmulatorOptions } from '../emulator/index.js';
import type { UseCase } from '../entities/use-case.js';
import type { Environment } from './environment.js';
import type { BackendSettings } from './settings.js';

/** What a scenario can need of a configuration. */
export type Need =
  /** A backend that the suite has started, and so can kill. */
  | 'restart'
  /** A backend that can get a new token. */
  | 'rotation'
  /** A way to find what lost webhooks would have said: the action `catchUp` of the suite. */
  | 'catchUp'
  | 'severalProcesses'
  | 'addOutlet'
  /** The option `--rate`. */
  | 'rate'
  /** A URL that receives webhooks. */
  | 'webhooks'
  /** An optional action of the use case. */
  | { readonly action: string }
  /** An optional member of `state`. */
  | { readonly state: string };

/** What every backend must be able to do. The suite notes here what went wrong. */
export type BasicCheck = 'actions-succeed' | 'readable-state' | 'keeps-running';

/** Why a basic check fails. */
export interface Problem {
  readonly found: string;
  /** What to do, if it is known better than by the check. */
  readonly advice?: string | undefined;
}

/** A run of a scenario with any backend, with the records that it has made so far. What guests and staff do depends on the use case. */
export interface JobRun {
  readonly environment: Environment;
  /** When the scenario began, in milliseconds since the epoch. */
  readonly began: number;
  /** Why a basic check fails. */
  readonly problems: Map<BasicCheck, Problem>;
  /**
   * Creates some orders, or other records.
   * @param secondPort - the port of another process of the backend, which gets the same requests at the same time
   */
  open(secondPort?: number): Promise<void>;
  /** Lets the staff work on them until each has ended. */
  finish(): Promise<void>;
  /** Lets the backend find what it has missed. */
  catchUp(): Promise<void>;
  /** Runs each job of the configuration once. */
  runJobs(): Promise<void>;
  /** The IDs of the records that the outlet has. */
  orderIds(): readonly string[];
  /** Adds the records of all earlier scenarios with this outlet. */
  recall(): void;
}

/** A run of a scenario with a backend that receives the webhooks of orders. */
export interface ScenarioRun extends JobRun {
  /** Changes what has ended, if that is possible: reopens an order, and cancels another. */
  changeEnded(): Promise<void>;
  /** Completes an open order, and returns its ID. */
  completeOne(): Promise<string | undefined>;
  /** Returns two changes of an open order that the backend can read, the second one for good. */
  twoChanges(): Promise<TwoChanges | undefined>;
  /** Sends many webhooks within a second. */
  burst(): Promise<void>;
}

interface TwoChanges {
  readonly id: string;
  first(): void;
  second(): void;
}

/** What can happen to a backend, and why it matters. */
export interface ScenarioText {
  /** The name for `--only`. */
  readonly name: string;
  /** One sentence on why it matters. */
  readonly why: string;
  /** The page that says how to get it right, with its heading. */
  readonly guide: string;
  /** How to pass a check in this scenario, by the name of the check. Default: its own advice. */
  readonly advice?: Readonly<Record<string, string>>;
  /** What a configuration must allow for the scenario to run. */
  readonly needs?: readonly Need[];
  /** Whether the outlet chooses undocumented details at random. Default: `false`. */
  readonly isHostile?: boolean;
  /** Whether a backend can be complete without what the scenario needs, so that a strict run can skip it. Default: `false`. */
  readonly isOptional?: boolean;
}

/**
 * Its steps get a run and two functions: `settle` waits until the checks pass, and ends the scenario if they do not. `addOutlet` adds an
 * outlet, whose run is checked beside the first one from then on.
 */
export interface Scenario<Run extends JobRun = ScenarioRun> extends ScenarioText {
  readonly steps: (run: Run, settle: () => Promise<void>, addOutlet: () => Promise<Run>) => Promise<void>;
}

export interface CheckText {
  readonly name: string;
  /** What must be true, in one sentence. */
  readonly text: string;
  /** The section of the API specification that it proves; a sentence of this package if no section says so. */
  readonly rule: string;
  /** How to pass it, in one sentence or two. */
  readonly advice: string;
  /** The page that says how to pass it, if that of the scenario does not. */
  readonly guide?: string;
  /** What a configuration must allow, or the check has nothing to look at. */
  readonly needs?: readonly Need[];
  /** Whether a failure is only a warning. Default: `false`. */
  readonly isWarning?: boolean;
}

/** Something that must be true after each scenario. */
export interface Check<Run extends JobRun = JobRun, State = unknown> extends CheckText {
  readonly examine: (run: Run, state: State) => Examined;
}

/** What a check has looked at. */
export interface Examined {
  /** How many orders, requests or webhooks. */
  readonly count: number;
  readonly failures: readonly Failure[];
  /** Whether failures of other checks can be a consequence. Default: `false`. */
  readonly isCause?: boolean;
  /** A figure for people, which the report also shows if nothing failed. */
  readonly figure?: string | undefined;
}

/** What should be, and what is. */
export interface Difference {
  readonly expected: string;
  readonly found: string;
  /** Whether the backend can still repair it. Default: `true`. */
  readonly canHeal?: boolean;
  /** How to pass the check in this case. Default: the advice of the scenario or the check. */
  readonly advice?: string | undefined;
}

/** One case in which a check fails. */
export interface Failure extends Difference {
  /** What the case is about, such as the reference of an order. */
  readonly subject: string;
  /** Texts that occur in the requests and webhooks about it. Default: everything in the scenario is about it. */
  readonly about?: readonly string[];
}

/** A member of `actions` or `state` in a configuration. */
export interface Member {
  /** A value as the configuration has it, such as `'GET http://127.0.0.1:{port}/orders'`. */
  readonly example: string;
  /** What your backend gets and must do, or returns, in one sentence or two. */
  readonly about: string;
  /** Whether a backend can lack it. Default: `false`. */
  readonly isOptional?: boolean;
  /** Whether its URL must name the outlet if the backend serves several. Default: `false`. */
  readonly isPerOutlet?: boolean;
}

export type Members = Readonly<Record<string, Member>>;

/** What the configuration and the documentation of a use case depend on. */
export interface SuiteText {
  readonly title: string;
  /** The use case of the API key. */
  readonly keyUseCase: UseCase;
  /** The actions, but those of every backend. */
  readonly actions: Members;
  readonly state: Members;
  /** The name of the action that finds what lost webhooks would have said. */
  readonly catchUp: string;
  /** Whether a backend can be a job without a server, which receives no webhooks. Default: `false`. */
  readonly isJob?: boolean;
  /** More options of the emulator. */
  readonly emulatorOptions?: Pick<EmulatorOptions, 'sparsePages'>;
  readonly scenarios: readonly ScenarioText[];
  readonly checks: readonly CheckText[];
}

/** Everything that is particular to a use case. `State` is what the backend knows. */
export interface Suite<Configuration, Run extends JobRun, State> extends SuiteText {
  readonly scenarios: readonly Scenario<Run>[];
  readonly checks: readonly Check<Run, State>[];
  /**
   * @param earlier - the runs with the same outlet
   * @param firstState - what the backend knew at the start; `undefined` if it could not be read
   */
  createRun(
    configuration: Configuration,
    environment: Environment,
    earlier: readonly Run[],
    firstState: State | undefined,
  ): Run;
  /** Asks the backend what it knows. @throws Error if the result has another form */
  readState(configuration: Configuration, settings: BackendSettings): Promise<State>;
}

/**
 * Compares each subject, and returns the failures.
 * @param compare - returns `null` if the subject has nothing to compare, so that it does not count
 */
export function examineEach<T>(
  subjects: readonly T[],
  compare: (subject: T) => Failure | undefined | null,
): Examined {
  const compared = subjects.map(compare).filter((result) => result !== null);
  return { count: compared.length, failures: compared.filter((failure) => failure !== undefined) };
}
