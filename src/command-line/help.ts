import type { Options } from './arguments.js';
import type { Command } from './commands.js';

/** Options that `run.ts` handles for every command. */
const common = { '-h, --help': 'Show help.', '-v, --version': 'Show the version.' };

const exitCodes = 'Exit codes: 0 done, 1 failed, 2 invalid arguments, 130 and 143 interrupted.\n';

/** Returns the help page: every command with its options. */
export function helpPage(commands: readonly Command[]): string {
  const summaries = Object.fromEntries(commands.map(({ name, summary }) => [name, summary]));
  return [
    'Usage: outlet-open-api <command> [options]\n',
    section('Commands', { ...summaries, 'help [command]': 'Shows this page, or the part of a command.' }),
    section('Options of every command', common),
    exitCodes,
    ...commands.map((command) => `${'-'.repeat(72)}\n${helpOf(command)}`),
  ].join('\n');
}

/** Returns the part of the help page that describes one command. */
export function helpOf({ name, summary, argument, options, notes }: Command): string {
  const isRequired = (option: Options[string]) => option?.type === 'string' && option.isRequired;
  const [needed, optional] = [true, false].map((isNeeded) =>
    Object.entries(options).filter(([, option]) => isRequired(option) === isNeeded),
  );
  const words = [argument ? `<${argument.name}>` : '', ...rowsOf(needed).keys()].filter(Boolean);
  return [
    `Usage: outlet-open-api ${[name, ...words].join(' ')} [options]\n\n${summary}\n`,
    ...(argument ? [section('Arguments', argument.values)] : []),
    ...(needed?.length ? [section('Required', Object.fromEntries(rowsOf(needed)))] : []),
    section('Options', Object.fromEntries(rowsOf(optional))),
    ...(notes ? [`${notes}\n`] : []),
  ].join('\n');
}

function rowsOf(options: readonly [string, Options[string]][] = []): Map<string, string> {
  return new Map(
    options.map(([name, option]) => [
      option.type === 'string' ? `--${name} <${option.value}>` : `--${name}`,
      option.text,
    ]),
  );
}

/** Aligns the texts, including those of several lines. */
function section(title: string, rows: Readonly<Record<string, string>>): string {
  const width = Math.max(20, ...Object.keys(rows).map((name) => name.length + 2));
  const lines = Object.entries(rows).map(
    ([name, text]) => `  ${name.padEnd(width)}${text.replaceAll('\n', `\n  ${' '.repeat(width)}`)}\n`,
  );
  return `${title}:\n${lines.join('')}`;
}
