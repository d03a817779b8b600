import { createRandom, type Random } from '../../../src/random.js';
import type { World } from './simulation.js';

/** The network between the client and the API. Milliseconds. */
export interface Network {
  /** Time to the API's counter and back, on an open connection and without work. */
  readonly roundTrip: number;
  /** By what share each direction varies: 0.5 for 50 %. */
  readonly jitter: number;
  /** The share of the round trip before the counter. Default: half of it. */
  readonly there?: number;
}

/** Creates a world with random clocks, in which the API responds at once. */
export function createWorld(
  seed: number,
  { roundTrip, jitter, there = 0.5 }: Network,
  changes: Partial<World> = {},
): World {
  const random = createRandom(seed);
  const phase = random.integer(0, 999);
  const offset = random.integer(-5_000, 5_000) + random.next();
  const way = jittering(random, jitter);
  return {
    clock: (at) => at + offset,
    phase: () => phase,
    limit: () => 5,
    others: () => 0,
    there: () => way(roundTrip * there),
    work: () => 0,
    back: () => way(roundTrip * (1 - there)),
    connecting: () => roundTrip * (1 + random.next()),
    lateness: () => random.next() * 1.5,
    awake: (at) => at,
    headers: (headers) => headers,
    ...changes,
  };
}

type Create = (seed: number) => World;

/** What a saturated key must reach in a world, with room for chance. */
export interface Target {
  /** The share of the limit after the start. */
  readonly share: number;
  /** How many of 1,000 requests can get a 429 after the start. */
  readonly rejected: number;
  /** The 99th percentile of the time that interactive calls wait until they are sent. Milliseconds. */
  readonly wait: number;
}

const near: Target = { share: 0.97, rejected: 4, wait: 450 };
const far: Target = { share: 0.96, rejected: 5, wait: 550 };
const slow: Target = { share: 0.92, rejected: 8, wait: 900 };
/** Work that varies says nothing about the travel, so calls need not wait longer for it. */
const varying: Target = { ...slow, wait: 320 };

const network: Network = { roundTrip: 60, jitter: 0.25 };

export const worlds: readonly (readonly [name: string, create: Create, target: Target])[] = [
  ['a round trip of 10 to 200 ms', within(10, 200, 0.5), near],
  ['a round trip of 200 to 400 ms', within(200, 400, 0.5), far],
  ['a round trip of 400 to 800 ms', within(400, 800, 0.25), { ...far, wait: 1_600 }],
  ['a way back that takes most of the time', onNetwork({ roundTrip: 200, jitter: 0.25, there: 0.2 }), near],
  ['a way back that takes little time', onNetwork({ roundTrip: 200, jitter: 0.25, there: 0.8 }), near],
  ...[100, 1_000, 3_000, 12_000].map((work) => [`${work} ms of work`, working(() => work), slow] as const),
  ['work that rises', working(change(70, 570)), varying],
  ['work that rises to seconds', working(change(50, 5_000)), slow],
  ['work that falls', working(change(3_000, 100)), varying],
  ['random work', working((_, random) => random.integer(20, 980)), varying],
  ['random work of up to 12 s', working((_, random) => random.integer(100, 12_000)), varying],
  ['rare work of 8 s', working((_, random) => (random.next() < 0.02 ? 8_000 : 50)), slow],
  ['travel that rises', traveling(change(20, 150)), slow],
  ['travel that falls', traveling(change(150, 20)), { ...slow, rejected: 12, wait: 2_000 }],
  [
    'travel that changes all the time',
    traveling((at) => 110 + 90 * Math.sin(at / 3_000)),
    // A call that gets a 429 waits for a second, and these can be one in a hundred.
    { ...slow, wait: 2_000 },
  ],
  ['headers missing in a fifth of the responses', losingHeaders(0.2), near],
  ['no headers', losingHeaders(1), { share: 0.9, rejected: 4, wait: 700 }],
  ['clocks that drift apart', drifting(1e-4), near],
  ['clocks that drift together', drifting(-1e-4), near],
];

/** Changes a value during the run. */
export function change<T>(before: T, after: T): (at: number) => T {
  return (at) => (at < 15_000 ? before : after);
}

function within(min: number, max: number, jitter: number): Create {
  return (seed) => {
    const random = createRandom(seed + 1);
    return createWorld(seed, { roundTrip: random.integer(min, max), jitter: jitter * random.next() });
  };
}

function onNetwork(given: Network): Create {
  return (seed) => createWorld(seed, given);
}

/** @param work - the time of work in a random world */
function working(work: (at: number, random: Random) => number): Create {
  return (seed) => {
    const random = createRandom(seed + 1);
    return createWorld(seed, network, { work: (at) => work(at, random) });
  };
}

/** @param way - the time in each direction */
function traveling(way: (at: number) => number): Create {
  return (seed) => {
    const random = createRandom(seed + 1);
    const jitter = jittering(random, 0.2);
    const there = (at: number) => jitter(way(at));
    const connecting = (at: number) => 2 * way(at) * (1 + random.next());
    return createWorld(seed, network, { there, back: there, connecting });
  };
}

function losingHeaders(share: number): Create {
  return (seed) => {
    const random = createRandom(seed + 1);
    const changes: Partial<World> = {
      headers: (headers) => (random.next() < share ? undefined : headers),
    };
    return createWorld(seed, { roundTrip: random.integer(20, 200), jitter: 0.25 }, changes);
  };
}

/** @param drift - how much faster the API's clock is */
function drifting(drift: number): Create {
  return (seed) => createWorld(seed, network, { clock: (at) => at * (1 + drift) + seed / 1e3 });
}

/** Varies a time by up to a share of it. */
function jittering(random: Random, jitter: number): (time: number) => number {
  return (time) => time * (1 + jitter * (2 * random.next() - 1));
}
