import { VerificationError } from './check-verification.js';
import { readOrders } from './read-orders.js';
import type { Breach, Law, Scenario, Suite } from './scenario.js';
import { removeFaults, type Scene, type Stage } from './stage.js';
import { traceOf } from './trace.js';
import type { BackendOrder, Verification } from './verification.js';
import { pause } from './waiting.js';

/** A law that a scenario broke. */
export interface BrokenLaw extends Omit<Breach, 'traces'> {
  readonly law: string;
  /** The law in one sentence. */
  readonly text: string;
  /** The page that says how to obey the law, if that of the scenario does not. */
  readonly guide?: string | undefined;
  /** The requests and deliveries that led to it. */
  readonly trace: readonly string[];
}

/** The laws that are broken when a scenario cannot be played, or the state of the backend cannot be read. */
export const basicLaws = {
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

/** Plays a scenario. Returns the laws that are broken when the backend has had time to settle. */
export async function playScenario(
  verification: Verification,
  scenario: Scenario,
  suite: Pick<Suite, 'laws' | 'createScene'>,
  stage: Stage,
): Promise<readonly BrokenLaw[]> {
  const scene = suite.createScene(stage);
  const failed = await play(scenario, scene);
  const broken = failed ? [failed] : await settle(verification, suite.laws, scene);
  const crash = stage.backend.takeCrash();
  if (crash === undefined) return broken;
  return [...broken, failure(basicLaws.process, crash, scene)];
}

async function play(scenario: Scenario, scene: Scene): Promise<BrokenLaw | undefined> {
  try {
    await scenario.play(scene);
    return undefined;
  } catch (error) {
    const hasNotStarted = error instanceof VerificationError;
    return failure(hasNotStarted ? basicLaws.process : basicLaws.actions, error, scene);
  } finally {
    removeFaults(scene.stage.fake);
    scene.stage.courier.isUnreliable = false;
  }
}

/** Waits until no law is broken, twice in a row. Returns what is still broken when the backend has had enough time. */
async function settle(
  verification: Verification,
  laws: readonly Law[],
  scene: Scene,
): Promise<readonly BrokenLaw[]> {
  const { fake, settleTimeout } = scene.stage;
  const end = performance.now() + settleTimeout;
  let hasHeld = false;
  for (;;) {
    await fake.idle();
    const broken = await check(verification, laws, scene);
    if (broken.length === 0 && hasHeld) return [];
    if (broken.length > 0 && performance.now() > end) return broken;
    hasHeld = broken.length === 0;
    await pause(1_000);
  }
}

async function check(
  verification: Verification,
  laws: readonly Law[],
  scene: Scene,
): Promise<readonly BrokenLaw[]> {
  let known: readonly BackendOrder[];
  try {
    known = await readOrders(verification, scene.stage.settings());
  } catch (error) {
    return [failure(basicLaws.state, error, scene)];
  }
  return laws.flatMap(({ name: law, text, guide, check }) =>
    check(scene, known).map(({ traces, ...breach }) => ({
      law,
      text,
      guide,
      ...breach,
      trace: traceOf(scene, traces),
    })),
  );
}

function failure(
  { name, text, expected }: (typeof basicLaws)[keyof typeof basicLaws],
  reason: unknown,
  scene: Scene,
): BrokenLaw {
  const found = reason instanceof Error ? reason.message : String(reason);
  return { law: name, text, subject: 'backend', expected, found, trace: traceOf(scene) };
}

/** Returns how a backend broke its law that was to start again. */
export function hasNotStarted({ message }: VerificationError): BrokenLaw {
  const { name, text, expected } = basicLaws.process;
  return { law: name, text, subject: 'backend', expected, found: message, trace: [] };
}
