/** What must hold, as the report says it. */
export const laws = {
  missed: 'orders and goods receipts that were not delivered',
  stale: 'goods receipts that differ from what was delivered last',
  totals: 'runs in which the totals of completed goods receipts differ, to the cent',
  torn: 'checkpoint files that a kill left incomplete',
  hindered: 'leases that were not granted although the holder was dead',
  together: 'times that two programs delivered at the same time',
  repeated: 'records that were delivered again although nothing had changed',
  failed: 'programs that failed with an error',
  never: 'runs that did not end',
} as const;

export type Law = keyof typeof laws;

/** A law that was broken. */
export interface Violation {
  readonly law: Law;
  readonly detail: string;
}

/** Returns the violation, unless the law holds. */
export function unless(kept: boolean, law: Law, detail: string): Violation[] {
  return kept ? [] : [{ law, detail }];
}
