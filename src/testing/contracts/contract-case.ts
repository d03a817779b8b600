/** One case of a conformance suite. Run each with your test runner. */
export interface ContractCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** Fails the case that runs. */
export function check(isMet: boolean, message: string): asserts isMet {
  if (!isMet) throw new Error(message);
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
