import { type Environment, type Load, removeFaults } from './environment.js';
import { unmetNeed } from './needs.js';
import type {
  Check,
  CheckText,
  Examined,
  Failure,
  JobRun,
  Problem,
  Scenario,
  Suite,
  SuiteText,
} from './scenario.js';
import type { BackendSettings } from './settings.js';
import { sharedChecks } from './shared-checks.js';
import { linesAbout, type TimelineLine } from './timeline.js';
import type { Verification } from './verification.js';
import { ActionError, CommandFailedError, VerificationError } from './verification-error.js';
import { pause } from './waiting.js';

/** A case in which a check failed. */
export interface FailedCheck extends Omit<Failure, 'about' | 'canHeal' | 'advice'>, Omit<CheckText, 'name'> {
  readonly check: string;
  /** What happened. */
  readonly timeline: readonly TimelineLine[];
}

/** What a check has looked at after a scenario. */
export interface CheckResult {
  readonly check: string;
  /** How many orders, requests or webhooks. */
  readonly count: number;
  readonly failures: readonly FailedCheck[];
  /** A figure for people. */
  readonly figure?: string;
}

/** Runs the scenarios of a use case with one outlet. */
export interface SuiteRunner {
  /** Returns what the checks say when the backend has had time to settle. */
  run(name: string): Promise<readonly CheckResult[]>;
  /** Forgets the orders of the last scenario, so that a mistake fails only once. */
  forgetLast(): void;
}

/** A suite with a configuration, whose types of a run and a state are its own matter. */
export interface OpenSuite extends SuiteText {
  start(environment: Environment): Promise<SuiteRunner>;
}

/** The checks did not pass in the middle of a scenario. */
class NotSettledError extends Error {
  readonly results: readonly CheckResult[];

  constructor(results: readonly CheckResult[]) {
    super('The checks did not pass.');
    this.results = results;
  }
}

export function openSuite<Configuration extends Verification, Run extends JobRun, State>(
  suite: Suite<Configuration, Run, State>,
  configuration: Configuration,
  load: Load | undefined,
): OpenSuite {
  const { scenarios } = suite;
  const canLook = ({ needs }: CheckText) => unmetNeed(needs, suite, configuration, load) === undefined;
  const [checks, shared] = [suite.checks.filter(canLook), sharedChecks.filter(canLook)];
  const readState = (settings: BackendSettings) => suite.readState(configuration, settings);
  return {
    ...suite,
    checks: [...checks, ...shared],
    async start(environment) {
      const earlier: Run[] = [];
      /** Runs with added outlets. */
      const others: Run[] = [];
      // If the state cannot be read, the check of the first scenario says so.
      const stateOf = (outlet: Environment) => readState(outlet.settings()).catch(() => undefined);
      const firstState = await stateOf(environment);
      const addOutlet = async () => {
        const outlet = await environment.addOutlet();
        const run = suite.createRun(configuration, outlet, [], await stateOf(outlet));
        others.push(run);
        return run;
      };
      return {
        async run(name) {
          const scenario = scenarios.find((candidate) => candidate.name === name);
          if (!scenario) throw new Error(`There is no scenario ${name}.`);
          const run = suite.createRun(configuration, environment, [...earlier], firstState);
          earlier.push(run);
          return runScenario(scenario, run, { checks, shared, readState }, { others, addOutlet });
        },
        forgetLast() {
          earlier.pop();
          others.length = 0;
        },
      };
    },
  };
}

/** What is compared after a scenario. */
interface Comparison<Run extends JobRun, State> {
  readonly checks: readonly Check<Run, State>[];
  /** Those that do not depend on the state. */
  readonly shared: readonly Check[];
  readState(settings: BackendSettings): Promise<State>;
}

/** The outlets that a scenario has added. */
interface AddedOutlets<Run> {
  readonly others: readonly Run[];
  addOutlet(): Promise<Run>;
}

async function runScenario<Run extends JobRun, State>(
  { steps, advice = {} }: Scenario<Run>,
  run: Run,
  comparison: Comparison<Run, State>,
  { others, addOutlet }: AddedOutlets<Run>,
): Promise<readonly CheckResult[]> {
  const { webhookSender } = run.environment;
  try {
    const settled = async () => {
      const results = await settle(run, others, comparison, advice);
      if (results.some(hasFailed)) throw new NotSettledError(results);
    };
    await steps(run, settled, addOutlet);
  } catch (error) {
    if (error instanceof NotSettledError) return error.results;
    // A defect of this package is not a failure of the backend.
    if (!(error instanceof ActionError || error instanceof VerificationError)) throw error;
    const check = error instanceof VerificationError ? 'keeps-running' : 'actions-succeed';
    run.problems.set(check, { ...problemOf(error), ...rejection(run, error) });
    if (error instanceof CommandFailedError) error.hideOutput();
  } finally {
    await removeFaults(run.environment);
    webhookSender.isUnreliable = false;
    webhookSender.secondPort = undefined;
  }
  return settle(run, others, comparison, advice);
}

/** Waits until no check fails that can still pass, twice in a row, or the backend has had enough time. */
async function settle<Run extends JobRun, State>(
  run: Run,
  others: readonly Run[],
  comparison: Comparison<Run, State>,
  advice: Readonly<Record<string, string>>,
): Promise<readonly CheckResult[]> {
  const { fake, backend, settleTimeout, timeline } = run.environment;
  const start = performance.now();
  let hasPassed = false;
  const report = (checks: readonly AppliedCheck[]) => {
    const seconds = Math.round((performance.now() - start) / 1_000);
    timeline.note(`The command compares your backend with the outlet, ${seconds} s after the last step`);
    return resultsOf(run, checks, advice);
  };
  for (;;) {
    const { crash } = backend;
    if (crash !== undefined) run.problems.set('keeps-running', { found: crash });
    const hasEnded = run.problems.has('keeps-running');
    if (!hasEnded) await fake.idle();
    const checks = await applyChecks(run, others, comparison);
    const canHeal = checks.some(({ failures }) => failures.some((failure) => failure.canHeal !== false));
    // A backend that has ended repairs nothing, and what is missing follows from that.
    if (hasEnded) return report(checks.map(withoutRepairs));
    if ((!canHeal && hasPassed) || (canHeal && performance.now() > start + settleTimeout))
      return report(checks);
    hasPassed = !canHeal;
    await pause(1_000);
  }
}

interface AppliedCheck extends Examined {
  readonly check: CheckText;
}

async function applyChecks<Run extends JobRun, State>(
  run: Run,
  others: readonly Run[],
  { checks, shared, readState }: Comparison<Run, State>,
): Promise<readonly AppliedCheck[]> {
  const ofShared = () => shared.map((check) => ({ check, ...check.examine(run, undefined) }));
  run.problems.delete('readable-state');
  try {
    const outlets = await Promise.all(
      [run, ...others].map(async (each) => ({
        run: each,
        state: await readState(each.environment.settings()),
      })),
    );
    const own = checks.map((check) => {
      const examined = outlets.map(({ run, state }) => namedAfter(run, check.examine(run, state)));
      const count = examined.reduce((sum, one) => sum + one.count, 0);
      const figure = examined.find((one) => one.figure !== undefined)?.figure;
      return { check, count, failures: examined.flatMap(({ failures }) => failures), figure };
    });
    return [...own, ...ofShared()];
  } catch (error) {
    run.problems.set('readable-state', problemOf(error));
    return ofShared();
  }
}

/** Adds the name of an added outlet to the failures. */
function namedAfter({ environment: { at } }: JobRun, { failures, ...examined }: Examined): Examined {
  return {
    ...examined,
    failures: failures.map((failure) => ({ ...failure, subject: `${failure.subject}${at}` })),
  };
}

/** Returns what to do if a command failed because the API rejected its last request. */
function rejection({ environment: { fake, timeline } }: JobRun, error: Error): Pick<Problem, 'advice'> {
  const request = fake.requests.at(-1);
  if (!(error instanceof CommandFailedError) || !request || request.fault) return {};
  const { method, path, status } = request;
  if (status === null || status < 400 || status >= 500) return {};
  const reason = timeline.reasons.get(request);
  const response = `The API responded to ${method} ${path} with ${status}${reason ? ` ${reason}` : ''}.`;
  const wait = 'Wait for retryAfter, and send the request again.';
  return { advice: `${response} ${status === 429 ? wait : 'Mend the request. Repeating it does not help.'}` };
}

function problemOf(error: unknown): Problem {
  if (error instanceof ActionError) return { found: error.message, advice: error.advice };
  return { found: error instanceof Error ? error.message : String(error) };
}

/** Leaves out the failures that a backend which still runs could repair. */
function withoutRepairs(applied: AppliedCheck): AppliedCheck {
  return { ...applied, failures: applied.failures.filter(({ canHeal }) => canHeal === false) };
}

/** Returns the results, those of a cause first. The other checks then refer to it. */
function resultsOf(
  { environment: { timeline, fake }, began }: JobRun,
  checks: readonly AppliedCheck[],
  adviceFor: Readonly<Record<string, string>>,
): readonly CheckResult[] {
  const isCause = (one: AppliedCheck) => one.isCause === true && one.failures.length > 0;
  const [cause] = checks.filter(isCause);
  const sorted = [...checks.filter(isCause), ...checks.filter((one) => !isCause(one))];
  return sorted.map(({ check: { name, ...text }, count, failures, figure, isCause }) => {
    const results = failures.map((failure): FailedCheck => {
      const { subject, expected, found, about, canHeal } = failure;
      const isConsequence = cause !== undefined && isCause !== true && canHeal !== false;
      const advice = isConsequence
        ? `Mend ${cause.check.name} first, because this can be a consequence of it.`
        : (failure.advice ?? adviceFor[name] ?? text.advice);
      const lines = isConsequence ? [] : linesAbout(timeline, fake, began, about);
      return { check: name, ...textOf({ ...text, advice }), subject, expected, found, timeline: lines };
    });
    return { check: name, count, failures: results, ...(figure !== undefined && { figure }) };
  });
}

function textOf({ text, rule, advice, guide, isWarning }: Omit<CheckText, 'name'>): Omit<CheckText, 'name'> {
  return {
    text,
    rule,
    advice,
    ...(guide !== undefined && { guide }),
    ...(isWarning !== undefined && { isWarning }),
  };
}

/** Whether a check has failed, and not only with a warning. */
export function hasFailed({ failures }: CheckResult): boolean {
  return failures.some(({ isWarning = false }) => !isWarning);
}
