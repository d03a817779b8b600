import { brand, isInstance } from './brand.js';

/**
 * The base class of all errors of this package. `instanceof` also recognizes errors that another copy of the package
 * created, such as the CommonJS build beside the ES module.
 *
 * Messages, properties, causes and stacks contain no access token and no personal data that redaction covers
 * (docs/security.md).
 */
export class OutletError extends Error {
  static {
    brand(this, 'OutletError');
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isInstance(this, value);
  }
}

/**
 * Returns whether a value is an error of this package.
 *
 * @example
 * ```ts
 * try {
 *   await outlet.orders.create(order);
 * } catch (error) {
 *   if (isOutletError(error)) console.error(error.message);
 * }
 * ```
 */
export function isOutletError(value: unknown): value is OutletError {
  return value instanceof OutletError;
}
