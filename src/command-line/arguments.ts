import { parseArgs } from 'node:util';
import { suggestion } from '../options/suggestion.js';
import { UsageError } from './console.js';

/** An option of a command. `parseArgs` reads the type and the default, and the help page shows the rest. */
type Option =
  | {
      readonly type: 'string';
      /** What the value is called, such as `port`. */
      readonly value: string;
      readonly text: string;
      readonly isRequired: boolean;
      /** Whether the option can be repeated. */
      readonly multiple?: boolean;
    }
  | { readonly type: 'boolean'; readonly default: false; readonly text: string };

/** The options of a command by name. */
export type Options = Readonly<Record<string, Option>>;

/** Describes an option with a value. */
export function value(name: string, text: string, isRequired = false) {
  return { type: 'string', value: name, text, isRequired } as const satisfies Option;
}

/** Describes an option with a value that can be repeated. */
export function values(name: string, text: string) {
  return { type: 'string', multiple: true, value: name, text, isRequired: false } as const satisfies Option;
}

/** Describes an option without a value. */
export function flag(text: string) {
  return { type: 'boolean', default: false, text } as const satisfies Option;
}

/** The option that every command has, besides those for help and the version. */
export const json = flag('Print the result as JSON, in one line.');

const seeOptions = 'To see the options, run the command with -h.';

/** Parses the arguments of a command. @throws UsageError if an option is unknown, or its value is missing */
export function readArguments<const Known extends Options>(args: readonly string[], options: Known) {
  const config = { options, allowPositionals: true } as const;
  const { tokens } = parseArgs({ ...config, args: [...args], strict: false, tokens: true });
  const checked = tokens.map((token) => {
    if (token.kind === 'positional') return token.value;
    if (token.kind === 'option-terminator') return '--';
    checkOption(token, args[token.index] ?? token.rawName, options);
    // With an equals sign, a value can start with a hyphen, such as -5.
    return token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`;
  });
  return parseArgs({ ...config, args: checked });
}

/** @param typed - the argument as it was typed */
function checkOption(
  {
    name,
    value,
    inlineValue,
  }: { name: string; value?: string | undefined; inlineValue?: boolean | undefined },
  typed: string,
  options: Options,
): void {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) {
    const [word = ''] = typed.split('=', 1);
    const names = Object.keys(options).map((known) => `--${known}`);
    const advice = suggestion(word.replace(/^-*/, '--'), names) || seeOptions;
    throw new UsageError(`Unknown option: ${word}. ${advice}`);
  }
  if (option.type === 'boolean') {
    if (value !== undefined) throw new UsageError(`--${name} takes no value. Write only --${name}.`);
    return;
  }
  const usage = `--${name} <${option.value}>`;
  if (value === undefined) throw new UsageError(`The value of ${usage} is missing.`);
  if (!inlineValue && /^-\D/.test(value))
    throw new UsageError(`The value of ${usage} is missing: ${value} is an option.`);
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
  if (url?.username || url?.password)
    throw new UsageError(`${option} must be a URL without a user name and password.`);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new UsageError(`${option} must be a URL that starts with http:// or https://.`);
}

/** Checks the value of an option that is a host name. @throws UsageError if it is not, such as a URL */
export function hostName(option: string, text: string): string {
  if (/^[\w.-]+$/.test(text)) return text;
  throw new UsageError(`${option} must be a host name such as pos.test, without a port.`);
}

/** @throws UsageError if there are positional arguments, which the command does not have */
export function rejectPositionals(positionals: readonly string[]): void {
  if (positionals.length > 0)
    throw new UsageError(`Unexpected argument: ${positionals.join(' ')}. ${seeOptions}`);
}
