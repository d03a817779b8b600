import {
  type AssumptionOptions,
  createFake,
  definedIn,
  type Fake,
  type FakeOutletOptions,
} from '../../fake/index.js';
import { createUnseededRandom } from '../../random.js';
import type { Topic } from '../contract/index.js';
import { deliveryLine } from '../log-lines.js';
import { fillWithOpenOrders } from '../open-orders.js';
import { createRequestLog, type RequestLog } from '../requests/request-log.js';
import { type FakeSnapshot, fillFromSnapshot, restoreSnapshot } from '../state-file/snapshot.js';

/** Receives the ID of the outlet if a change concerns only one. */
type Listener = (topic: Topic, outletId?: string) => void;

/**
 * What the control API reads and changes. Read the live data of `outlet` if a copy would take long, and change it through `fake`.
 */
export interface EmulatorState extends Fake {
  readonly requests: RequestLog;
  /** Calls a function after each change, until the returned function is called. */
  onChange(listener: Listener): () => void;
  /** Reports what happened, in one line without a line break. */
  log(line: string): void;
}

/** What the process around an emulator provides. */
interface EmulatorHost {
  /** The state to resume from. */
  readonly snapshot?: FakeSnapshot | undefined;
  /** The initial data, which a reset restores. */
  readonly data?: FakeSnapshot | undefined;
  readonly log?: ((line: string) => void) | undefined;
  /** Is called with an unexpected error of the fake. */
  readonly onError?: (error: unknown) => void;
}

export function createEmulatorState(
  options: FakeOutletOptions,
  { snapshot, data, log = () => {}, onError }: EmulatorHost = {},
): EmulatorState {
  const listeners = new Set<Listener>();
  const reportChange: Listener = (topic, outletId) => {
    for (const listener of listeners) listener(topic, outletId);
  };
  const onChange = (listener: Listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  // A database of an integration outlasts the emulator. It must not see the ID of an old order again.
  const randomIds = options.seed === undefined;
  const allOptions = data ? optionsWithData(options, data) : { ...options, ...snapshot?.options };
  const parts = createFake(allOptions, reportChange, {
    randomIds,
    fill: data ? (outlet, keepKeys) => fillFromSnapshot(outlet, data, keepKeys) : fillWithOpenOrders,
    onError,
  });
  if (snapshot) {
    restoreSnapshot(parts, snapshot);
    parts.fake.assume(assumedIn(snapshot, options));
  }
  // IDs do not continue from the file, because after a crash it may lack the last orders.
  if (randomIds) parts.outlet.random = createUnseededRandom();
  parts.deliveries.onEnd((delivery) => log(deliveryLine(parts, delivery)));
  return { ...parts, requests: createRequestLog(parts, reportChange), onChange, log };
}

/** The file determines who the outlet is. The options of the start take precedence over everything else in the file. */
function optionsWithData(options: FakeOutletOptions, data: FakeSnapshot): FakeOutletOptions {
  const { seed, hostile, ...identity } = data.options;
  return {
    ...options,
    ...assumedIn(data, options),
    ...identity,
    seed: options.seed ?? seed,
    hostile: options.hostile ?? hostile,
    empty: false,
  };
}

/** Returns what `assume` had set in a file, except what the options of the start set. */
function assumedIn(
  { options: { assumed = {} } }: FakeSnapshot,
  options: AssumptionOptions,
): AssumptionOptions {
  const set = definedIn(options);
  return Object.fromEntries(Object.entries(assumed).filter(([name]) => !(name in set)));
}
