import type { Options } from './arguments.js';
import type { Command } from './commands.js';

/** The width of a terminal that nobody has changed. */
const pageWidth = 80;

/** Options that `run.ts` handles for every command. */
const common = { '-h, --help': 'Show help.', '-v, --version': 'Show the version.' };

const exitCodes = 'Exit codes: 0 done, 1 failed, 2 invalid arguments, above 128 interrupted.\n';

/** Returns the list of commands. `group` is the word that all of them begin with, such as `webhooks`. */
export function helpPage(commands: readonly Command[], group = ''): string {
  const words = group === '' ? '<command>' : `${group} <command>`;
  const summaries = Object.fromEntries(commands.map(({ name, summary }) => [name, summary]));
  return [
    `Usage: outlet-open-api ${words} [options]\n`,
    section('Commands', summaries),
    section('Options', common),
    exitCodes,
    `To see the options and examples of a command, run:\n  npx outlet-open-api help ${words}\n`,
  ].join('\n');
}

/** Returns the help of one command. */
export function helpOf({ name, summary, argument, options, notes, examples }: Command): string {
  const isRequired = (option: Options[string]) => option?.type === 'string' && option.isRequired;
  const [needed, optional] = [true, false].map((isNeeded) =>
    Object.entries(options).filter(([, option]) => isRequired(option) === isNeeded),
  );
  const words = [name, argument ? `<${argument.name}>` : '', ...rowsOf(needed).keys(), '[options]'];
  return [
    `${wrapped(`Usage: outlet-open-api ${words.filter(Boolean).join(' ')}`, 7)}\n\n${summary}\n`,
    ...(argument ? [section('Arguments', argument.values)] : []),
    ...(needed?.length ? [section('Required', Object.fromEntries(rowsOf(needed)))] : []),
    section('Options', Object.fromEntries(rowsOf(optional))),
    ...(notes ? [`${wrapped(notes)}\n`] : []),
    `Examples:\n${Object.entries(examples).map(exampleOf).join('\n')}`,
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

function exampleOf([purpose, line]: readonly [string, string]): string {
  return `  ${purpose}\n    npx outlet-open-api ${line.replaceAll('\n', '\n    ')}\n`;
}

/** Aligns the texts, including those of several lines. */
function section(title: string, rows: Readonly<Record<string, string>>): string {
  const indent = Math.max(...Object.keys(rows).map((name) => name.length)) + 4;
  const lines = Object.entries(rows).map(
    ([name, text]) => `${wrapped(`  ${name}`.padEnd(indent) + text, indent)}\n`,
  );
  return `${title}:\n${lines.join('')}`;
}

/** Breaks lines that are too long. Indents all lines but the first. */
function wrapped(text: string, indent = 0): string {
  const margin = ' '.repeat(indent);
  // A placeholder, such as `--from <time>`, stays in one line.
  const lines = text.split('\n').flatMap((line, index) => {
    const words = (index === 0 ? line : margin + line).split(/(?<=\S) (?=[^<\s])/);
    return words.reduce<string[]>((done, word) => {
      const last = done.at(-1);
      if (last !== undefined && last.length + 1 + word.length <= pageWidth)
        done[done.length - 1] = `${last} ${word}`;
      else done.push(last === undefined ? word : margin + word);
      return done;
    }, []);
  });
  return lines.join('\n');
}
