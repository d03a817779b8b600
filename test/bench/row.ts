import type { Bench } from './bench.js';
import type { ClientName } from './clients/names.js';

/** One figure that is measured. */
export interface Row {
  /** For `--only`. */
  readonly name: string;
  readonly figure: string;
  /** What is to be reached. */
  readonly bar: string;
  /** Keeps a processor busy, so that nothing else is measured meanwhile. */
  readonly isHeavy?: boolean;
  measure(bench: Bench): Promise<readonly Reading[]>;
}

/** What was measured for one client. */
export interface Reading {
  readonly client: ClientName;
  readonly text: string;
  /** Whether the bar is met; only for ours. */
  readonly met?: boolean;
}

export interface Section {
  readonly name: string;
  readonly title: string;
  /** The text above the table: how it is measured. */
  readonly intro: string;
  readonly rows: readonly Row[];
  /** What has to be there before any row is measured. */
  prepare?(): Promise<void>;
}
