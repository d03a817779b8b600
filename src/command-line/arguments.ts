import { parseArgs } from 'node:util';
import { UsageError } from './console.js';

/** An option of a command. `parseArgs` reads the type and the default, and the help page shows the rest. */
type Option =
  | {
      readonly type: 'string';
      /** What the value is called, such as `port`. */
      readonly value: string;
      readonly text: string;
      readonly isRequired: boolean;
    }
  | { readonly type: 'boolean'; readonly default: false; readonly text: string };

/** The options of a command by name. */
export type Options = Readonly<Record<string, Option>>;

/** Describes an option with a value. */
export function value(name: string, text: string, isRequired = false) {
  return { type: 'string', value: name, text, isRequired } as const satisfies Option;
}

/** Describes an option without a value. */
export function flag(text: string) {
  return { type: 'boolean', default: false, text } as const satisfies Option;
}

/** The option that every command has, besides those for help and the version. */
export const json = flag('Print the result as JSON, in one line.');

/** Parses the arguments of a command. @throws UsageError if an option is unknown, or its value is missing */
export function readArguments<const Known extends Options>(args: readonly string[], options: Known) {
  const config = { args: [...args], options, allowPositionals: true } as const;
  const { tokens } = parseArgs({ ...config, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option) throw new UsageError(unknownOption(token.rawName, options));
    const isMissing = token.value === undefined || (!token.inlineValue && token.value.startsWith('-'));
    if (option.type === 'string' && isMissing)
      throw new UsageError(`--${token.name} <${option.value}> needs a value.`);
    if (option.type === 'boolean' && token.value !== undefined)
      throw new UsageError(`--${token.name} takes no value.`);
  }
  return parseArgs(config);
}

/** Returns the value of a required option. @throws UsageError if it is missing */
export function required(option: string, value: string | undefined): string {
  if (value) return value;
  throw new UsageError(`${option} is missing.`);
}

/** Parses the value of an option that is a whole number. @throws UsageError if it is not, or out of range */
export function wholeNumber(option: string, text: string, max: number, min = 0): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`${option} must be a whole number from ${min} to ${max}.`);
}

/** Parses the value of an option that is a URL. @throws UsageError if it is not */
export function httpUrl(option: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new UsageError(`${option} must be a URL such as http://localhost:8080/webhooks.`);
}

/** @throws UsageError if there are positional arguments, which the command does not have */
export function rejectPositionals(positionals: readonly string[]): void {
  if (positionals.length > 0) throw new UsageError(`Unexpected argument: ${positionals.join(' ')}.`);
}

/** Returns a question such as ` Did you mean --port?`, or nothing if no known name is similar. */
export function suggestion(name: string, known: readonly string[]): string {
  const distances = known.map((other) => ({ other, distance: distance(name, other) }));
  const [closest] = distances.toSorted((one, two) => one.distance - two.distance);
  return closest && closest.distance <= Math.max(2, name.length / 3) ? ` Did you mean ${closest.other}?` : '';
}

function unknownOption(name: string, options: Options): string {
  const known = [...Object.keys(options), 'help', 'version'].map((option) => `--${option}`);
  return `Unknown option: ${name}.${suggestion(name, known) || ` The options are ${known.join(', ')}.`}`;
}

/** Counts the characters to insert, delete or replace (Levenshtein). */
function distance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, character] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, otherCharacter] of [...other].entries()) {
      const replaced = (previous[column] ?? 0) + (character === otherCharacter ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}
