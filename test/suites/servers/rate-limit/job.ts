import type { KeyEndpoint } from '../../bench/service/key-plan.js';

/** What a worker does. */
export interface Job {
  readonly name: string;
  /** The port of Redis. */
  readonly port: number;
  readonly endpoint: KeyEndpoint;
  /** The option `processes` of the limiter. */
  readonly processes: number;
  /** The mean pause between interactive calls in milliseconds. */
  readonly pause: number;
}

/** What a worker has seen. */
export interface Report {
  /** How long interactive calls took, with the time when they began. Milliseconds. */
  readonly waits: readonly { readonly at: number; readonly wait: number }[];
  /** Calls that failed. */
  readonly failures: readonly string[];
  /** What the limiter logged. */
  readonly messages: readonly string[];
}
