import { isDeepStrictEqual } from 'node:util';
import { terminal } from './terminal.js';

/** The tour found something that it did not expect. */
export class Difference extends Error {}

/** Reports that a value is as expected. Ends the tour if it differs. */
export function expect(what: string, actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) {
    throw new Difference(`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`);
  }
  terminal.success(what);
}
