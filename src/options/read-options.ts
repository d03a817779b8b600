import { type Issue, issuesIn, redactKey, type Verdict } from '../errors/issue.js';
import { RequestValidationError } from '../errors/request-validation-error.js';
import { isPlain } from '../json.js';
import { unknownName } from './closest-name.js';

/** Reads an option: checks it if it is set, and returns its value or the default. Without a default, the option is required. */
export interface OptionReader<Options> {
  <Name extends keyof Options & string>(
    name: Name,
    check: (value: Options[Name]) => Verdict,
    ...defaults: [] | [defaultValue: NonNullable<Options[Name]>]
  ): NonNullable<Options[Name]>;
  <Name extends keyof Options & string>(
    name: Name,
    check: (value: Options[Name]) => Verdict,
    defaultValue: undefined,
  ): Options[Name];
}

/** Options as a caller can pass them. */
type Given<Options> = Options | null | undefined;

/**
 * Returns what `read` makes of the options. The result has a member for each option, so the compiler finds an option that `read` leaves
 * out. At run time, every other option is unknown.
 * @param what - such as `Invalid OutletClient options`
 * @param others - what was checked besides the options, such as another argument
 * @throws {@link RequestValidationError} if an option is invalid or unknown, or the options are no plain object
 */
export function readOptions<Options extends object, Settings extends Record<keyof Options, unknown>>(
  what: string,
  options: Given<Options>,
  read: (option: OptionReader<Options>) => Settings,
  others: Readonly<Record<string, Verdict>> = {},
): Settings {
  const { settings, issues } = examine(options, read);
  const all = [...issuesIn(others), ...issues];
  if (all.length > 0) throw new RequestValidationError(what, all);
  return settings;
}

/** Returns what is wrong with options. */
export function optionIssues<Options extends object>(
  options: Given<Options>,
  read: (option: OptionReader<Options>) => Record<keyof Options, unknown>,
): readonly Issue[] {
  return examine(options, read).issues;
}

/** Returns a check for an option that is an object with options of its own. */
export function checkOptions<Options extends object>(
  read: (option: OptionReader<Options>) => Record<keyof Options, unknown>,
): (options: Options | undefined) => Verdict {
  return (options) => (isPlain(options) ? optionIssues(options, read) : 'must be an object');
}

/** Returns an issue for each name that is set but not known, as `unknownName` describes it. */
export function unknownNames(
  given: object,
  known: readonly string[],
  noun?: string,
  advice?: string,
): Issue[] {
  return Object.entries(given)
    .filter(([name, value]) => value !== undefined && !known.includes(name))
    .map(([name]) => redactKey(name))
    .map((path) => ({ path, message: unknownName(path, known, noun, advice) }));
}

const notPlain = 'the options must be a plain object, and no argument may follow them';

function examine<Options extends object, Settings>(
  options: Given<Options>,
  read: (option: OptionReader<Options>) => Settings,
): { readonly settings: Settings; readonly issues: readonly Issue[] } {
  const isObject = isPlain(options ?? {});
  // Casts, because a required option can be missing. There is an issue then, so nobody sees the settings.
  const given = ((isObject && options) || {}) as Options;
  const known: string[] = [];
  const issues: Issue[] = [];
  const settings = read((name, check, ...defaults) => {
    const value = (given[name] === undefined ? defaults[0] : given[name]) as NonNullable<
      Options[typeof name]
    >;
    const verdict = (value === undefined && defaults.length > 0) || check(value);
    known.push(name);
    if (verdict !== true) issues.push(...issuesIn({ [name]: verdict }));
    return value;
  });
  if (!isObject) return { settings, issues: [{ path: '', message: notPlain }] };
  return { settings, issues: [...issues, ...unknownNames(given, known)] };
}
