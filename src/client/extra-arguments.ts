const checked = new WeakSet<object>();

/**
 * Makes the methods of a class reject an argument after their options. Some SDKs take the idempotency key there, and if it were
 * ignored, two calls would create two orders.
 */
export function rejectExtraArguments(prototype: object): void {
  if (checked.has(prototype)) return;
  checked.add(prototype);
  for (const [name, { value: method }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (name === 'constructor' || typeof method !== 'function' || method.length === 0) continue;
    Object.defineProperty(prototype, name, { value: withoutExtraArguments(method) });
  }
}

function withoutExtraArguments(method: (...given: unknown[]) => unknown) {
  // Without default values, `length` counts all parameters. The options are the last one.
  const options = method.length - 1;
  return function checkedMethod(this: unknown, ...given: unknown[]): unknown {
    const hasMore = given.slice(options + 1).some((argument) => argument !== undefined);
    // As for any other invalid options, the method then rejects, or throws if it returns no promise.
    return method.apply(this, hasMore ? [...given.slice(0, options), given.slice(options)] : given);
  };
}
