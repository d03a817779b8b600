import type { Random } from '../../../../src/random.js';

/** How long the service works on a request, in milliseconds: an even distribution. */
export interface WorkPlan {
  readonly min: number;
  readonly max: number;
  /** How long it works on two of 100 requests. Default: as long as on the others. */
  readonly rare?: number;
}

/** Draws the time of work on one request. */
export function workTime({ min, max, rare }: WorkPlan, random: Random): number {
  const isRare = rare !== undefined && random.next() < 0.02;
  return isRare ? rare : min + (max - min) * random.next();
}
