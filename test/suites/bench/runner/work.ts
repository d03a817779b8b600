import type { Priority } from 'outlet-open-api';
import type { Range } from '../clients/client.js';
import type { ClientName } from '../clients/names.js';
import type { KeyEndpoint } from '../service/key-plan.js';

/** The work of a client. Times are in milliseconds. */
export type Work = Burst | Saturation | Guests | ListWork | OutageWork;

/** Many calls at once. */
export interface Burst {
  readonly kind: 'burst';
  readonly calls: number;
  /** How long the service's window has been open when they begin. */
  readonly phase: number;
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

/** A backfill that saturates the key, and guests who order at the same time. */
export interface Guests {
  readonly kind: 'guests';
  readonly duration: number;
  /** Calls of the backfill that are queued at any time. */
  readonly backfill: number;
  /** When the first guest orders. */
  readonly from: number;
  /** The average time between two orders of guests. */
  readonly every: number;
}

/** All pages of a range. */
export interface ListWork {
  readonly kind: 'list';
  readonly range: Range;
  /** Orders in the range. */
  readonly orders: number;
  /** How long the consumer works on a page. */
  readonly pause: number;
  /** Pages that the consumer takes at once before that. */
  readonly quickPages: number;
  /** Pages after which the consumer stops. */
  readonly stopAfter: number;
  /** The consumer takes no more pages after this time. */
  readonly giveUpAfter: number;
}

/** A call that succeeds, many calls at once a second later, and then a call in each second. */
export interface OutageWork {
  readonly kind: 'outage';
  readonly calls: number;
  readonly priority: Priority;
  /** How many calls follow, and when the first of them does. */
  readonly later: number;
  readonly from: number;
  /** A call that has not ended by then counts as lost. */
  readonly giveUpAfter: number;
}

export interface Run {
  readonly client: ClientName;
  readonly key: KeyEndpoint;
  readonly work: Work;
}

/** A disturbance of the process in which clients work. */
export type Disturbance =
  | { readonly kind: 'stall'; readonly after: number; readonly lasting: number }
  | { readonly kind: 'wall-clock'; readonly after: number; readonly by: number };

/** Runs that share a process. */
export interface Batch {
  readonly runs: readonly Run[];
  readonly disturbances: readonly Disturbance[];
  /** A key for the warm-up, in which code is loaded and compiled. */
  readonly warmUp: KeyEndpoint;
}

/** The outcome of a run, as the client saw it. Times are on the clock that all processes share. */
export interface Outcome {
  readonly began: number;
  readonly ended: number;
  readonly calls: readonly CallRecord[];
  /** How many calls of a backfill failed. */
  readonly failed: number;
  /** When each page was taken. */
  readonly pages: readonly number[];
  /** How many orders each page had. */
  readonly sizes: readonly number[];
  /** Different orders that were delivered. */
  readonly orders: number;
  readonly lost: number;
  readonly doubled: number;
}

export interface CallRecord {
  readonly id: string;
  readonly begun: number;
  /** `Infinity` if the end was not reached. */
  readonly ended: number;
  readonly succeeded: boolean;
}

export interface BatchOutcome {
  readonly outcomes: readonly Outcome[];
  /** When each disturbance ended. */
  readonly disturbed: readonly number[];
  /** 99th percentile of the event loop's delay. */
  readonly lag: number;
}
