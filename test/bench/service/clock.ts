/**
 * Milliseconds on a clock that all processes of this machine share and that no one sets. What a client and the service note
 * down by it can be compared.
 */
export function monotonicNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
