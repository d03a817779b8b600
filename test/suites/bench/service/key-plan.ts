import type { NetworkPlan } from './network.js';
import type { OrdersPlan } from './orders.js';
import type { WorkPlan } from './work-time.js';

/** How the service treats one key, and the network between the client and the service. */
export interface KeyPlan {
  readonly seed: number;
  /** Requests in each second of the service's clock. */
  readonly limit: number;
  /** Requests of other programs at the beginning of each window. */
  readonly others: number;
  readonly network: NetworkPlan;
  /** How long the service works on a request after it has counted it. */
  readonly work: WorkPlan;
  /** Milliseconds by which the service's clock is ahead of this machine's. */
  readonly skew: number;
  readonly headers: HeaderMode;
  readonly changes: readonly Change[];
  readonly outages?: readonly Outage[];
  readonly orders: OrdersPlan;
}

/** What the headers state about the limit: the truth, nothing in a fifth of the responses, nothing, or nonsense. */
export type HeaderMode = 'normal' | 'often-missing' | 'missing' | 'nonsense';

/** A change during the run. */
interface Change {
  /** Milliseconds after the first request. */
  readonly after: number;
  readonly limit?: number;
  readonly network?: NetworkPlan;
  readonly work?: WorkPlan;
}

/** A time in which requests fail. They do not count against the limit. */
export interface Outage {
  /** Milliseconds after the first request. */
  readonly after: number;
  readonly lasting: number;
  readonly kind: OutageKind;
}

/** Refused connections, a 503 at once, a 500 after 2 s, no response, or a 503 to half of the requests at random. */
export type OutageKind = 'refused' | 'unavailable' | 'slow-error' | 'silent' | 'half';

/** The URL and the token of a key, and the offset of its clock. */
export interface KeyEndpoint {
  readonly baseUrl: string;
  readonly token: string;
  /** The service's clock minus the clock that all processes of this machine share. */
  readonly clockOffset: number;
}

/** One request, as the service saw it. Times are in milliseconds. */
export interface LogEntry {
  /** The last segment of the path. */
  readonly name: string;
  /** When it left the client, on the clock that all processes share. The network delay follows. */
  readonly sent: number;
  /** When it was counted, on the service's clock. */
  readonly counted: number;
  /** Begin of the window that counted it, on the service's clock. */
  readonly window: number;
  readonly accepted: boolean;
  /** The number of orders in the response. */
  readonly orders: number;
  readonly newConnection: boolean;
  /** How late the simulator handled it, because the machine was busy. */
  readonly late: number;
  /** When the response was sent, after the network delay, on the clock that all processes share. `Infinity` before that. */
  readonly responded: number;
}
