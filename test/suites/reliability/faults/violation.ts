/** The laws, as the report says them. */
export const laws = {
  lost: 'operations whose result was not performed, or that could not be recovered',
  doubled: 'operations performed more than once',
  outcome: 'errors with outcome not-sent or rejected although the service performed the operation',
  result: 'results that differ from the data of the service',
  missed: 'records that a list did not deliver',
  repeated: 'records that a list delivered twice',
  changed: 'operations whose key, path or body changed between attempts',
  shared: 'idempotency keys that two operations shared',
  token: 'requests without the token',
  elsewhere: 'requests that reached another origin',
  untyped: 'errors that are neither an OutletError nor the reason of the signal',
  never: 'operations that never ended',
  open: 'requests that stayed open at the service',
  unhandled: 'unhandled rejections',
} as const;

export type Law = keyof typeof laws;

/** A law that was violated. */
export interface Violation {
  readonly law: Law;
  /** Which operation, and what is known about it. */
  readonly detail: string;
}

/** Returns the violation, unless the law holds. */
export function unless(kept: boolean, law: Law, detail: string): Violation[] {
  return kept ? [] : [{ law, detail }];
}
