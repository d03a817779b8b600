/** The laws of the bench, in the words of its report. */
export const laws = {
  missed: 'orders and goods receipts that were never handed over',
  stale: 'goods receipts whose content at the outlet is not what was handed over last',
  totals: 'runs in which the totals of completed goods receipts differ, to the cent',
  torn: 'checkpoint files that a kill left without whole JSON',
  hindered: 'leases that were refused though their holder was dead',
  together: 'times that two programs handed over at the same time',
  repeated: 'records that were handed over when all had been done and nothing had happened',
  failed: 'programs that ended with an error',
  never: 'runs that came to no end',
} as const;

export type Law = keyof typeof laws;

/** A law that was not kept. */
export interface Violation {
  readonly law: Law;
  readonly detail: string;
}

/** The violation, unless the law was kept. */
export function unless(kept: boolean, law: Law, detail: string): Violation[] {
  return kept ? [] : [{ law, detail }];
}
