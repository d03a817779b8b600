/** A field of a value of any kind; `undefined` where it has none. */
export function fieldOf(entry: unknown, name: string): unknown {
  return typeof entry === 'object' && entry !== null ? Reflect.get(entry, name) : undefined;
}
