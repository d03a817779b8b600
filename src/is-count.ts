/** Returns whether a value is a whole number from 1 up. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
