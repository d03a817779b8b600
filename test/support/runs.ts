/** Returns how often a property runs: as often as given in CI, and a quarter of that in `npm test` on your machine. */
export function runs(count: number): number {
  return process.env.CI ? count : Math.ceil(count / 4);
}
