import { LeaseError } from '../errors/lease-error.js';
import { isOutletError } from '../errors/outlet-error.js';
import { RequestValidationError } from '../errors/request-validation-error.js';
import { isRecord } from '../records.js';
import { VERSION } from '../version.js';
import type { Console } from './console.js';
import { exportCommand } from './export/export-command.js';
import { exportHelp } from './export/export-help.js';
import { UsageError } from './usage-error.js';

const help = `Usage: outlet-open-api <command> [options]

Commands:
  export    writes orders, payments or lines of goods receipts to a file
  help      shows this help

Options:
  -h, --help      shows this help, or the help of the command
  -v, --version   shows the version

The environment variables OUTLET_ACCESS_TOKEN and OUTLET_BASE_URL contain the API key and the URL of the API.
`;

/** How a command ends. Documented in docs/export.md. */
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
    else throw new UsageError(`${command ? `Unknown command: ${command}` : 'No command given'}.\n\n${help}`);
    return exitCodes.done;
  } catch (error) {
    if (signal.aborted && error === signal.reason) {
      stderr.write('Interrupted: the same command goes on where this one was.\n');
      return isRecord(error) && typeof error.exitCode === 'number' ? error.exitCode : exitCodes.failed;
    }
    stderr.write(`${messageOf(error)}\n`);
    return error instanceof UsageError || error instanceof RequestValidationError
      ? exitCodes.usage
      : exitCodes.failed;
  }
}

/** What is no error of ours or of the system is a defect: its stack helps to tell. */
function messageOf(error: unknown): string {
  if (error instanceof LeaseError)
    return 'Another export writes this file: wait for its end, or choose another file.';
  if (error instanceof UsageError || isOutletError(error)) return error.message;
  // Of the system: a disk that is full, a folder that nobody may write to.
  if (error instanceof Error && 'code' in error)
    return `${error.message}. Mend that, and the same command goes on.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
