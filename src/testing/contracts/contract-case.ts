/** One case of a contract. Run each case with your test runner. */
export interface ContractCase {
  /** The name of the case, which says what the implementation must do. */
  readonly name: string;
  /** Runs the case. Rejects if the implementation fails it. */
  readonly run: () => Promise<void>;
}

/** Returns a case for each check. Each check receives the value that `create` returns. */
export function casesOf<Subject>(
  checks: Readonly<Record<string, (subject: Subject) => Promise<void>>>,
  create: () => Subject | Promise<Subject>,
): ContractCase[] {
  return Object.entries(checks).map(([name, check]) => ({ name, run: async () => check(await create()) }));
}

/** Fails the case that runs. */
export function check(isMet: boolean, message: string): asserts isMet {
  if (!isMet) throw new Error(message);
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
