/** Returns how often a property runs: as often as given in `npm run nightly`, and otherwise a quarter of that. */
export function runs(count: number): number {
  return process.env.NIGHTLY ? count : Math.ceil(count / 4);
}
