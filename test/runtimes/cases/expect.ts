/** Throws unless what was found is, as JSON, what was expected. */
export function expectEqual(what: string, found: unknown, expected: unknown): void {
  const [is, shouldBe] = [JSON.stringify(found), JSON.stringify(expected)];
  if (is !== shouldBe) throw new Error(`${what}: found ${is}, expected ${shouldBe}`);
}

export function expectThat(what: string, holds: boolean): void {
  if (!holds) throw new Error(`${what}: does not hold`);
}

/** What a promise rejects with; throws where it does not. */
export async function rejectionOf(promise: PromiseLike<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`Nothing was thrown, but ${JSON.stringify(value)} given`);
}
