import { isDeepStrictEqual } from 'node:util';
import { terminal } from './terminal.js';

/** Something differs from what the tour expected. */
export class Difference extends Error {}

/** Says that something is as expected, or ends the tour with the difference. */
export function expect(what: string, actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) {
    throw new Difference(`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`);
  }
  terminal.success(what);
}
