/**
 * Names an error class and brands its instances with a symbol that all copies of this package share. The name is on the
 * prototype, so a minifier cannot change it.
 * Mark each call as pure: the minifier of Next.js 15 keeps an impure call of a class that it removes, and `this` is then `undefined`.
 * @param shownName - the `name` of its instances, if it is not that of the class
 */
export function brand(errorClass: { prototype: object }, name: string, shownName = name): symbol {
  const symbol = Symbol.for(`outlet-open-api/${name}`);
  const value = { value: shownName, configurable: true, writable: true };
  Object.defineProperty(errorClass.prototype, 'name', value);
  Object.defineProperty(errorClass.prototype, symbol, { value: true });
  return symbol;
}

/**
 * The base class of all errors of this package.
 *
 * `instanceof` also recognizes errors that another copy of the package created, such as the CommonJS build next to the ES
 * module. Messages, properties, causes and stacks contain no access token and no redacted personal data.
 * - What to do: Use it to distinguish errors of this package from other errors.
 *
 * @example
 * ```ts
 * try {
 *   await outlet.orders.create(order);
 * } catch (error) {
 *   if (error instanceof OutletError) console.error(error.message);
 * }
 * ```
 */
export class OutletError extends Error {
  /** @internal */ static readonly brand: symbol = /* @__PURE__ */ brand(this, 'OutletError');

  /** Returns the name, the message and the fields of the error for `JSON.stringify`, which would omit the first two. */
  toJSON(): object {
    const { name, message } = this;
    return { name, message, ...Object.fromEntries(Object.entries(this)) };
  }

  /** Makes `instanceof` recognize errors of every copy of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // A subclass of a user has no brand of its own: its prototype decides.
    if (!Object.hasOwn(this, 'brand')) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && this.brand in value;
  }
}
