/**
 * Milliseconds on a clock that all processes of this machine share and that is never set. Times of a client and of the service
 * can be compared.
 */
export function monotonicNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
