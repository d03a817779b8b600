import { isOutletError } from '../errors/outlet-error.js';
import { RequestValidationError } from '../errors/request-validation-error.js';
import { isRecord } from '../records.js';
import { LeaseError } from '../sync/checkpoints/lease-error.js';
import { VERSION } from '../version.js';
import { type Command, commands } from './commands.js';
import { CommandError, type Console, exitCodes, UsageError } from './console.js';
import { helpOf, helpPage } from './help.js';

/** Runs a command. Returns its exit code. */
export async function runCommandLine(args: readonly string[], console: Console): Promise<number> {
  const { stdout, stderr, signal } = console;
  const wantsHelp = args[0] === 'help' || args.includes('-h') || args.includes('--help');
  const words = args[0] === 'help' ? args.slice(1) : args;
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => word === words[index]));
  try {
    if (wantsHelp) stdout.write(helpFor(command, words));
    else if (args.includes('-v') || args.includes('--version')) stdout.write(`${VERSION}\n`);
    else if (!command) throw new UsageError(unknownCommand(words));
    else return await command.run(args.slice(command.name.split(' ').length), console);
    return exitCodes.done;
  } catch (error) {
    if (signal.aborted && error === signal.reason) {
      stderr.write(command?.canResume ? 'Interrupted. Run the same command to resume.\n' : 'Interrupted.\n');
      return isRecord(error) && typeof error.exitCode === 'number' ? error.exitCode : exitCodes.failed;
    }
    stderr.write(`${messageOf(error, command)}\n`);
    const isUsage = error instanceof UsageError || error instanceof RequestValidationError;
    return isUsage ? exitCodes.usage : exitCodes.failed;
  }
}

/** Returns the help of a command, of the commands with the same first word, or of all. */
function helpFor(command: Command | undefined, [word = '', ...others]: readonly string[]): string {
  if (command) return helpOf(command);
  const group = commands.filter(({ name }) => name.startsWith(`${word} `));
  if (group.length > 0) return group.map(helpOf).join('\n');
  if (word === '' || word.startsWith('-')) return helpPage(commands);
  throw new UsageError(unknownCommand([word, ...others]));
}

function unknownCommand(words: readonly string[]): string {
  const [word = ''] = words;
  const names = commands.map(({ name }) => name);
  const group = names.filter((name) => name.startsWith(`${word} `));
  const list = `The commands are ${names.join(', ')}. To see their options, run: outlet-open-api help`;
  if (word === '' || word.startsWith('-')) return `The command is missing. ${list}`;
  if (group.length > 0) return `The command is incomplete. Specify ${group.join(' or ')}.`;
  return `Unknown command: ${word}. ${list}`;
}

function messageOf(error: unknown, command: Command | undefined): string {
  if (error instanceof LeaseError)
    return 'Another export is writing this file. Wait until it ends, or choose another file.';
  if (error instanceof UsageError || error instanceof CommandError || isOutletError(error))
    return error.message;
  // A system error, such as a full disk.
  if (error instanceof Error && 'code' in error)
    return `${error.message}. Fix the problem, then run the same command ${command?.canResume ? 'to resume' : 'again'}.`;
  // A defect, so include the stack.
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
