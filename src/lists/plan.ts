/** `auto`, or the number of windows that are walked at once. */
export type Concurrency = 'auto' | number;

/** What is known of the line to the service. */
export interface Line {
  /** `Infinity` where nothing limits them. */
  readonly requestsPerSecond: number;
  /** Milliseconds that an answer takes, as a rule. */
  readonly roundTrip: number;
  /** How many answers tell so. */
  readonly answers: number;
}

/** How a walk goes on. */
export interface Pace {
  /** How many windows are walked at once. */
  readonly walkers: number;
  /** Pages that a window is meant to have. */
  readonly pages: number;
  /** Pages that one walker may hold, and all together, that nobody took yet. */
  readonly ahead: number;
  readonly aheadInAll: number;
  /** Whether windows that turn out too long are cut. */
  readonly cuts: boolean;
}

/** Pages that a walk holds at most, and that nobody took yet. */
export const mostHeld = 80;

/** So many pages in a row follow cursors alone where answers are fast: a second walker would gain little. */
const soloPages = 30;
const mostPages = 10;
const fewestPages = 3;

/** The pace after so many pages were taken, and with so many still wanted. Taking only the first page costs one request. */
export function paceOf(
  concurrency: Concurrency,
  line: Line,
  taken: number,
  wanted = Number.POSITIVE_INFINITY,
): Pace {
  if (taken < 2) return alone(0);
  const useful = concurrency === 'auto' ? walkersThatPay(line, taken) : concurrency;
  const walkers = wanted > soloPages ? Math.min(useful, 3 * taken + 1, mostHeld) : 1;
  // Only who has taken so many pages is unlikely to leave now.
  const ahead = concurrency === 'auto' && taken > soloPages ? 3 : 1;
  if (walkers === 1) return alone(Math.min(ahead, Math.ceil(wanted)));
  const pages = clamp(Math.floor(mostHeld / (walkers + 1)), fewestPages, mostPages);
  // A helper on a fast line waits for the next window instead.
  const cuts = walkers > (concurrency === 'auto' ? 2 : 1);
  // A pause that is shorter than the window would starve the walk when it comes there.
  return { walkers, pages, ahead: 2 * pages, aheadInAll: mostHeld, cuts };
}

function alone(ahead: number): Pace {
  return { walkers: 1, pages: mostPages, ahead, aheadInAll: ahead, cuts: false };
}

function walkersThatPay(line: Line, taken: number): number {
  const load = loadOf(line);
  // Of few answers, a slow one says little.
  if (load > 1.1 + 0.4 / Math.max(1, line.answers)) return Math.ceil(1.2 * load) + 1;
  return load > 0.75 && taken > soloPages ? 2 : 1;
}

/** How many requests the limit allows while one is answered; 1 is what a single walker can make use of. */
function loadOf({ requestsPerSecond, roundTrip }: Line): number {
  return Number.isFinite(requestsPerSecond) ? (requestsPerSecond * roundTrip) / 1_000 : 0;
}

/** Pages that the next window is meant to have, where so many are left: towards the end, all get less. */
export function shareOf(left: number, { walkers, pages }: Pace): number {
  return clamp(left / walkers, Math.min(fewestPages, pages), pages);
}

/** What a window holds, as far as it was walked. */
export interface Haul {
  readonly fetched: number;
  readonly taken: number;
  /** Pages that are still to come; `undefined` where nothing tells. */
  readonly rest: number | undefined;
  /** Pages that it was meant to have; `undefined` where nothing was known. */
  readonly expected: number | undefined;
}

/** Pages that may have been taken of a window that is walked anew: they are asked for twice. */
const mostAbandoned = 40;
/** Fewer pages than this come as fast along the cursors. */
const worthCutting = 8;
/** So many pages are taken before a window is cut of which nothing is known: many lists end there. */
const blindPages = 3;

/** Whether a window is to be walked anew in parts: so much is still to come that it takes less time. */
export function isTooLong({ fetched, taken, rest }: Haul, { pages }: Pace): boolean {
  return rest !== undefined && taken <= mostAbandoned && rest > 3 * pages && rest > 2 * fetched;
}

/**
 * The same for the window that the walk waits for: one that was begun without a plan, or one that holds more than it was
 * meant to while nobody else has anything left to do (`isIdle`).
 */
export function holdsUp({ fetched, taken, rest, expected }: Haul, { pages }: Pace, isIdle: boolean): boolean {
  if (fetched > taken || taken > mostAbandoned) return false;
  if (expected !== undefined)
    return isIdle && taken >= pages + 2 * expected && !(rest !== undefined && rest <= taken);
  if (rest === undefined) return taken >= blindPages && taken <= pages;
  return rest > Math.max(worthCutting, taken);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
