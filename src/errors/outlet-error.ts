import { brand } from './brand.js';

/**
 * The root of every error of this package. No message, property, cause or stack of one ever holds a token or a guest's
 * data.
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
export class OutletError extends Error {
  static {
    brand(this, 'OutletError');
  }
}
