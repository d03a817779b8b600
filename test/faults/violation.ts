/** The laws of the bench, in the words of its report. */
export const laws = {
  lost: 'operations whose result was not performed, or that could not be recovered',
  doubled: 'operations performed more than once',
  outcome: 'errors that said that nothing was done where something was',
  result: 'results that are not what the service holds',
  missed: 'records that a walk did not hand out',
  repeated: 'records that a walk handed out twice',
  changed: 'operations whose key, path or bytes changed between attempts',
  shared: 'keys that two operations shared',
  token: 'requests without the token',
  elsewhere: 'requests that reached another origin',
  untyped: 'errors that are neither typed nor the reason of the signal',
  never: 'operations that never ended',
  open: 'requests left open at the service',
  unhandled: 'rejections that nobody handled',
} as const;

export type Law = keyof typeof laws;

/** A law that was not kept. */
export interface Violation {
  readonly law: Law;
  /** Which operation, and what is known of it. */
  readonly detail: string;
}

/** The violation, unless the law was kept. */
export function unless(kept: boolean, law: Law, detail: string): Violation[] {
  return kept ? [] : [{ law, detail }];
}
