const brands = new WeakMap<object, symbol>();

/**
 * Names an error class and brands its instances with a symbol that all copies of this package share. The name is on the
 * prototype, so a minifier cannot change it.
 */
export function brand(errorClass: { prototype: object }, name: string): void {
  const symbol = Symbol.for(`outlet-open-api/${name}`);
  brands.set(errorClass, symbol);
  Object.defineProperty(errorClass.prototype, 'name', { value: name, configurable: true, writable: true });
  Object.defineProperty(errorClass.prototype, symbol, { value: true });
}

/** Implements `instanceof` for a branded class. A subclass of a user has no brand: its prototype decides. */
export function isInstance(errorClass: object, value: unknown): boolean {
  const symbol = brands.get(errorClass);
  if (symbol === undefined) return Function.prototype[Symbol.hasInstance].call(errorClass, value);
  return typeof value === 'object' && value !== null && symbol in value;
}
