import { abortReasonIn } from '../errors/call-aborted-error.js';
import { printable } from '../errors/issue.js';
import { OutletError } from '../errors/outlet-error.js';
import { RequestValidationError } from '../errors/request-validation-error.js';
import { isRecord } from '../json.js';
import { suggestion } from '../options/suggestion.js';
import { LeaseError } from '../sync/checkpoints/lease-error.js';
import { VERSION } from '../version.js';
import { type Command, commands } from './commands.js';
import { CommandError, type Console, exitCodes, UsageError } from './console.js';
import { helpOf, helpPage } from './help.js';
import { inCommandLine } from './list-options.js';

const names = commands.map(({ name }) => name);

/** Runs a command. Returns its exit code. */
export async function runCommandLine(args: readonly string[], console: Console): Promise<number> {
  const { stdout, stderr, signal } = console;
  const asksForHelp = args[0] === 'help' || args.includes('-h') || args.includes('--help');
  const words = args.slice(args[0] === 'help' ? 1 : 0).filter((word) => !word.startsWith('-'));
  const command = commandOf(asksForHelp ? words : args);
  try {
    if (asksForHelp) stdout.write(helpFor(command, words));
    else if (args.includes('-v') || args.includes('--version')) stdout.write(`${VERSION}\n`);
    else if (command) return await command.run(args.slice(command.name.split(' ').length), console);
    else if (args[0]?.startsWith('-'))
      throw new UsageError(`The command is missing before ${args[0]}. ${seeHelp}`);
    else stdout.write(helpFor(command, words));
    return exitCodes.done;
  } catch (error) {
    const { reason } = signal;
    if (signal.aborted && abortReasonIn(error) === reason) {
      stderr.write(command?.canResume ? 'Interrupted. Run the same command to resume.\n' : 'Interrupted.\n');
      return isRecord(reason) && typeof reason.exitCode === 'number' ? reason.exitCode : exitCodes.failed;
    }
    // Messages can quote files and responses of others.
    stderr.write(`${messageOf(error, command).split('\n').map(printable).join('\n')}\n`);
    const isUsage = error instanceof UsageError || error instanceof RequestValidationError;
    return isUsage ? exitCodes.usage : exitCodes.failed;
  }
}

const seeHelp = 'To see the commands, run: npx outlet-open-api help';

function commandOf(args: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, index) => word === args[index]));
}

/** Returns the help of a command, of the commands with the same first word, or of all. @throws UsageError if there is no such command */
function helpFor(command: Command | undefined, words: readonly string[]): string {
  if (command) return helpOf(command);
  const [word = '', second] = words;
  if (word === '') return helpPage(commands);
  const group = commands.filter(({ name }) => name.startsWith(`${word} `));
  if (group.length === 0) throw new UsageError(`Unknown command: ${word}. ${adviceFor(words)}`);
  if (second === undefined) return helpPage(group, word);
  const known = group.map(({ name }) => name).join(' or ');
  throw new UsageError(`Unknown command: ${word} ${second}. Specify ${known}.`);
}

/** Suggests a command that has a similar name, or that ends with the same word. */
function adviceFor(words: readonly string[]): string {
  const [word = ''] = words;
  const ending = names.find((name) => name.endsWith(` ${word}`));
  if (ending) return `Did you mean ${ending}?`;
  const firstWords = [...names.map((name) => name.replace(/ .*/, '')), 'help'];
  return suggestion(words.slice(0, 2).join(' '), names) || suggestion(word, firstWords) || seeHelp;
}

function messageOf(error: unknown, command: Command | undefined): string {
  if (error instanceof LeaseError && error.reason === 'held')
    return 'Another export is writing this file. Wait until it ends, or choose another file.';
  if (error instanceof UsageError || error instanceof CommandError || error instanceof OutletError)
    return inCommandLine(error.message);
  // A system error, such as a full disk.
  if (error instanceof Error && 'code' in error)
    return `${error.message}. Fix the problem, then run the same command ${command?.canResume ? 'to resume' : 'again'}.`;
  // A defect, so include the stack.
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
