export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Returns what is wrong with callbacks, by name, or `true`. */
export function checkCallbacks(
  required: Readonly<Record<string, unknown>>,
  optional: Readonly<Record<string, unknown>> = {},
): Record<string, true | string> {
  const verdicts = Object.entries({ ...required, ...optional }).map(([name, callback]) => {
    const isMissing = callback === undefined && name in optional;
    return [name, isMissing || typeof callback === 'function' || 'must be a function'];
  });
  return Object.fromEntries(verdicts);
}
