import type { Range } from '../clients/client.js';
import type { ClientName } from '../clients/names.js';
import type { KeyAddress } from '../service/key-plan.js';

/** What a client is to do. Times are in milliseconds. */
export type Work = Burst | Saturation | Guests | Walk;

/** Many calls at once. */
export interface Burst {
  readonly kind: 'burst';
  readonly calls: number;
  /** How long the service's window has been open when they begin. */
  readonly phase: number;
  /** Whether the client has made calls and has open connections by then. */
  readonly usedBefore: boolean;
  /** A call without a response by then counts as lost. */
  readonly giveUpAfter: number;
}

/** More calls than the key allows, all the time. */
export interface Saturation {
  readonly kind: 'saturation';
  readonly duration: number;
  /** Clients with the same key that share the calls. */
  readonly clients: number;
}

/** A backfill that saturates the key, and guests who order meanwhile. */
export interface Guests {
  readonly kind: 'guests';
  readonly duration: number;
  /** Calls of the backfill that wait all the time. */
  readonly backfill: number;
  /** When the first guest orders. */
  readonly from: number;
  /** A guest orders so often on average. */
  readonly every: number;
}

/** All pages of a range. */
export interface Walk {
  readonly kind: 'walk';
  readonly range: Range;
  /** Orders in the range. */
  readonly orders: number;
  /** How long the consumer works on a page. */
  readonly pause: number;
  /** Pages that the consumer takes at once before that. */
  readonly quickPages: number;
  /** Pages after which the consumer has enough. */
  readonly stopAfter: number;
  /** The consumer takes no further page after so long. */
  readonly giveUpAfter: number;
  /** Pages between two looks at the heap; `Infinity` for none. */
  readonly heapEvery: number;
}

export interface Run {
  readonly client: ClientName;
  readonly key: KeyAddress;
  readonly work: Work;
}

/** What happens to the process in which clients work. */
export type Disturbance =
  | { readonly kind: 'stall'; readonly after: number; readonly lasting: number }
  | { readonly kind: 'wall-clock'; readonly after: number; readonly by: number };

/** Runs that share a process. */
export interface Batch {
  readonly runs: readonly Run[];
  readonly disturbances: readonly Disturbance[];
  /** A key to warm up with: code is loaded and compiled before anything is measured. */
  readonly warmUp: KeyAddress;
}

/** What became of a run, as the client saw it. Times are on the clock that all processes share. */
export interface Outcome {
  readonly began: number;
  readonly ended: number;
  readonly calls: readonly CallRecord[];
  /** When each page was taken. */
  readonly pages: readonly number[];
  /** How many orders each page had. */
  readonly sizes: readonly number[];
  /** Different orders that were delivered. */
  readonly orders: number;
  readonly lost: number;
  readonly doubled: number;
  /** Bytes after a garbage collection. */
  readonly heap: readonly number[];
}

export interface CallRecord {
  readonly id: string;
  readonly begun: number;
  /** `Infinity` where no end was seen. */
  readonly ended: number;
  readonly succeeded: boolean;
}

export interface BatchOutcome {
  readonly outcomes: readonly Outcome[];
  /** When each disturbance was over. */
  readonly disturbed: readonly number[];
  /** 99th percentile of the event loop's delay. */
  readonly lag: number;
}
