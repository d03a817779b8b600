/** One case of a conformance suite. Run each with your test runner. */
export interface ContractCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}
