import { percentile } from '../rates.js';

/** Returns the median. */
export function median(numbers: readonly number[]): number {
  return percentile(numbers, 0.5);
}
