import { isPlain } from '../json.js';
import { unknownName } from '../options/closest-name.js';

/**
 * Rejects options that do not exist.
 * @param what - the function that takes them, such as `createFakeOutlet`
 * @param known - a record with the name of each option
 * @throws TypeError that names the unknown option
 */
export function rejectUnknown<Options extends object>(
  what: string,
  options: Options | null | undefined,
  known: Readonly<Record<keyof Options, unknown>>,
): void {
  if (!isPlain(options ?? {})) throw new TypeError(`${what}: the options must be a plain object.`);
  for (const [name, value] of Object.entries(options ?? {})) {
    if (value === undefined || Object.hasOwn(known, name)) continue;
    throw new TypeError(`${what}: \`${name}\` ${unknownName(name, Object.keys(known))}.`);
  }
}
