import { isInvalidRequestError } from './guards.js';
import { InvalidRequestError } from './invalid-request-error.js';

/**
 * Does what looks at values of a caller. Getters, proxies and the like can throw anything then, and what they throw could quote
 * what they hide: it is left out.
 *
 * @param refused - what is refused where they do, such as `The request was not sent`
 */
export function readGiven<T>(refused: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (isInvalidRequestError(error)) throw error;
    const message = 'the input cannot be read: it throws when it is looked at';
    throw new InvalidRequestError(refused, [{ path: '', message }]);
  }
}
