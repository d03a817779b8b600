import { createRandom, type Random } from '../../../../src/random.js';
import { isList, type OperationKind, operationKinds, writeKinds } from './operations/kinds.js';
import { type Fault, faults, noFault } from './service/faults.js';

/** One run, planned before it starts: the same for the same seed. */
export interface RunPlan {
  readonly seed: number;
  /** The timeout of an attempt in milliseconds. */
  readonly timeout: number;
  readonly deadline: number | undefined;
  readonly maxRetries: number;
  readonly responseValidation: 'strict' | 'lenient' | 'off';
  /** Whether the service has a rate limit that the client respects. */
  readonly isLimited: boolean;
  readonly sparsePages: boolean;
  readonly concurrentDuplicate: 'waits' | 'conflict';
  readonly operations: readonly OperationPlan[];
}

/** One call or one list of a run. */
export interface OperationPlan {
  readonly kind: OperationKind;
  /** The faults of its requests, in sequence. Later requests get none. */
  readonly faults: readonly Fault[];
  /** Milliseconds after the start of the run. */
  readonly startAfter: number;
  /** Milliseconds after which the caller aborts it, or `received`: when the service has received a request of each operation. */
  readonly abortAfter: number | 'received' | undefined;
  /** How a list is read. */
  readonly concurrency: 1 | 4 | 'auto';
}

/** The size of a run. */
interface Extent {
  readonly operations: number;
  /** Each retry has a longer pause before it. */
  readonly mostRetries: number;
}

const whole: Extent = { operations: 8, mostRetries: 4 };

/** Plans everything about a run. */
export function planRun(seed: number, { operations, mostRetries } = whole): RunPlan {
  const random = createRandom(seed);
  const isLimited = chance(random, 0.15);
  return {
    seed,
    timeout: random.pick([300, 400, 400, 600]),
    deadline: chance(random, 0.15) ? random.integer(100, 3_000) : undefined,
    maxRetries: Math.min(random.pick([0, 0, 1, 2, 4, 4]), mostRetries),
    responseValidation: random.pick(['strict', 'lenient', 'off']),
    isLimited,
    sparsePages: chance(random, 0.5),
    concurrentDuplicate: random.pick(['waits', 'waits', 'conflict']),
    operations: Array.from({ length: operations }, () => planOperation(random)),
  };
}

function planOperation(random: Random): OperationPlan {
  const kind = random.pick(chance(random, 0.4) ? writeKinds : operationKinds);
  // A list sends many requests, and would rarely reach its end.
  const trouble = random.pick(isList(kind) ? [0, 0.05, 0.1, 0.3] : [0.1, 0.3, 0.5, 0.9]);
  return {
    kind,
    faults: Array.from({ length: 40 }, () => (chance(random, trouble) ? random.pick(faults) : noFault)),
    startAfter: random.integer(0, 400),
    abortAfter: chance(random, 0.1) ? random.integer(0, 1_500) : undefined,
    concurrency: random.pick([1, 4, 'auto']),
  };
}

function chance(random: Random, probability: number): boolean {
  return random.next() < probability;
}
