/** What is wrong with callbacks that may be left out, by name, or `true`. */
export function verdictsOnCallbacks(
  callbacks: Readonly<Record<string, unknown>>,
): Record<string, true | string> {
  return Object.fromEntries(
    Object.entries(callbacks).map(([name, callback]) => [
      name,
      callback === undefined || typeof callback === 'function' || 'must be a function',
    ]),
  );
}
