import { percentile } from '../rates.js';

/** What half of the numbers do not exceed. */
export function median(numbers: readonly number[]): number {
  return percentile(numbers, 0.5);
}
