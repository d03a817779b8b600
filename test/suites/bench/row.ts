import type { Bench } from './bench.js';
import type { ClientName } from './clients/names.js';

/** One figure to measure. */
export interface Row {
  /** The name for `--only`. */
  readonly name: string;
  readonly figure: string;
  /** The target. */
  readonly bar: string;
  /** Whether the row keeps a processor busy, so that nothing else can be measured at the same time. */
  readonly isHeavy?: boolean;
  /** Whether the row is on the page only if its target is not met, because it resembles another row. */
  readonly isVariation?: boolean;
  measure(bench: Bench): Promise<readonly Reading[]>;
}

/** The result of one client. */
export interface Reading {
  readonly client: ClientName;
  readonly text: string;
  /** Whether the target is met. Only for ours. */
  readonly met?: boolean;
}

export interface Section {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Prepares what the rows of the section need. */
  prepare?(): Promise<void>;
}
