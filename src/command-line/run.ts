import { LeaseError } from '../errors/lease-error.js';
import { isOutletError } from '../errors/outlet-error.js';
import { RequestValidationError } from '../errors/request-validation-error.js';
import { isRecord } from '../records.js';
import { VERSION } from '../version.js';
import { type Console, UsageError } from './console.js';
import { exportCommand } from './export/export-command.js';
import { exportHelp } from './export/export-options.js';

const help = `Usage: outlet-open-api <command> [options]

Commands:
  export    Write orders, payments or goods receipt lines to a file.
  help      Show this help.

Options:
  -h, --help      Show this help, or the help of the command.
  -v, --version   Show the version.

Set the environment variables OUTLET_ACCESS_TOKEN and OUTLET_BASE_URL to the API key and the URL of the API.
`;

/** Documented in docs/guides/export.md. */
const exitCodes = { done: 0, failed: 1, usage: 2 };

/** Runs a command. Returns its exit code. */
export async function runCommandLine(args: readonly string[], console: Console): Promise<number> {
  const [command, ...rest] = args;
  const { stdout, stderr, signal } = console;
  try {
    const wantsHelp = command === 'help' || args.includes('-h') || args.includes('--help');
    if (wantsHelp) stdout.write(args.includes('export') ? exportHelp : help);
    else if (args.includes('-v') || args.includes('--version')) stdout.write(`${VERSION}\n`);
    else if (command === 'export') await exportCommand(rest, console);
    else
      throw new UsageError(
        `${command ? `Unknown command: ${command}` : 'The command is missing'}.\n\n${help}`,
      );
    return exitCodes.done;
  } catch (error) {
    if (signal.aborted && error === signal.reason) {
      stderr.write('Interrupted. Run the same command to resume.\n');
      return isRecord(error) && typeof error.exitCode === 'number' ? error.exitCode : exitCodes.failed;
    }
    stderr.write(`${messageOf(error)}\n`);
    const isUsage = error instanceof UsageError || error instanceof RequestValidationError;
    return isUsage ? exitCodes.usage : exitCodes.failed;
  }
}

function messageOf(error: unknown): string {
  if (error instanceof LeaseError)
    return 'Another export is writing this file. Wait until it ends, or choose another file.';
  if (error instanceof UsageError || isOutletError(error)) return error.message;
  // A system error, such as a full disk.
  if (error instanceof Error && 'code' in error)
    return `${error.message}. Fix the problem, then run the same command to resume.`;
  // A defect, so include the stack.
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
