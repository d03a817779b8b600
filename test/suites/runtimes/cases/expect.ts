/** Throws unless both values have the same JSON. */
export function expectEqual(what: string, found: unknown, expected: unknown): void {
  const [is, shouldBe] = [JSON.stringify(found), JSON.stringify(expected)];
  if (is !== shouldBe) throw new Error(`${what}: found ${is}, expected ${shouldBe}`);
}

export function expectThat(what: string, holds: boolean): void {
  if (!holds) throw new Error(`${what}: does not hold`);
}

/** Returns the reason of a rejection. Throws if the promise resolves. */
export async function rejectionOf(promise: PromiseLike<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`Expected a rejection, but got ${JSON.stringify(value)}`);
}
