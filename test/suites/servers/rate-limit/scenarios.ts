import type { Crowd } from './worker-processes.js';

/** A part of a scenario. */
interface Phase {
  readonly name: string;
  readonly seconds: number;
  /** Changes Redis or the connection to it. */
  readonly begin?: (crowd: Crowd) => unknown;
  /** The share of the limit that the processes must use. */
  readonly minRate: number;
  /** How many of 1,000 requests can get a 429. */
  readonly maxRejected?: number;
}

/** What happens while processes share a key. */
export interface Scenario {
  readonly name: string;
  readonly phases: readonly Phase[];
  /** How often the limiter of each process warns. */
  readonly warnings: number;
  /** Default: `warnings`. On a busy machine, the limiter can also wait too long for a Redis that works. */
  readonly maxWarnings?: number;
}

/** Milliseconds in each direction. The limiter waits 500 ms for Redis. */
const slow = 50;
const tooSlow = 1_000;

/** Includes the time until the processes know the windows. */
const start: Phase = { name: 'start', seconds: 15, minRate: 0.9 };
const shared = { name: 'shared', seconds: 20, minRate: 0.95 };

/** The processes notice a change one after another. */
const change = { seconds: 3, minRate: 0.4 };
const withoutRedis = { name: 'without Redis', seconds: 40, minRate: 0.79 };

export const works: Scenario = {
  name: 'Redis works',
  phases: [
    { ...start, seconds: 10 },
    { ...shared, seconds: 50, maxRejected: 5 },
  ],
  warnings: 0,
};

export const failures: readonly Scenario[] = [
  {
    name: 'Redis takes 100 ms',
    phases: [start, { ...change, name: 'slow', begin: ({ proxy }) => proxy.setDelay(slow) }, shared],
    warnings: 0,
  },
  {
    name: 'Redis takes 2 s',
    phases: [
      start,
      { ...change, name: 'slow', begin: ({ proxy }) => proxy.setDelay(tooSlow) },
      withoutRedis,
      { ...change, name: 'fast', begin: ({ proxy }) => proxy.setDelay(0) },
      shared,
    ],
    warnings: 1,
  },
  {
    name: 'Redis hangs',
    phases: [
      start,
      { ...change, name: 'suspended', begin: ({ redis }) => redis.pause() },
      withoutRedis,
      { ...change, name: 'resumed', begin: ({ redis }) => redis.resume() },
      shared,
    ],
    warnings: 1,
  },
  {
    name: 'Redis is killed, and starts empty',
    phases: [
      start,
      { ...change, name: 'killed', begin: ({ redis }) => redis.kill() },
      withoutRedis,
      { ...change, name: 'started', begin: ({ redis }) => redis.start() },
      shared,
    ],
    warnings: 1,
  },
  {
    name: 'Redis is flushed',
    phases: [start, { ...change, name: 'flushed', begin: (crowd) => crowd.flush() }, shared],
    warnings: 0,
  },
];
