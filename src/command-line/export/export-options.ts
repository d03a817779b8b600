import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { formatInstant, parseInstant } from '../../instants.js';
import { UsageError } from '../console.js';
import { type Format, type Subject, subjects } from './subjects.js';

export const exportHelp = `Usage: outlet-open-api export <what> --outlet <id> --from <time> --out <file> [options]

What:
  orders                One row for each order.
  payments              One row for each payment of an order.
  goods-receipt-lines   One row for each line of a goods receipt.

Required:
  --outlet <id>       A stable ID of the outlet, chosen by you. An export of another outlet is not resumed.
  --from <time>       Start of the range, such as 2026-01-01T00:00:00Z.
  --out <file>        The file to write. It appears when it is complete.

Options:
  --to <time>         End of the range. Default: now.
  --format <format>   csv or ndjson. Default: the extension of the file.
  --status <status>   Of orders: complete or cancelled. Default: all.
                      Of goods receipts: a list of draft, completed, cancelled and partiallyReceived.
                      Default: completed.
  --bom               Start CSV with a byte order mark, so that Excel reads UTF-8.
  --base-url <url>    URL of the API. Default: the environment variable OUTLET_BASE_URL.
  --force             Replace the file if it exists.
  --restart           Start from the beginning, even if an earlier run can be resumed.
  --quiet             Show no progress.
  -h, --help          Show this help.

The API key is read from the environment variable OUTLET_ACCESS_TOKEN.
If a run ends early, run the same command to resume.
Exit codes: 0 done, 1 failed, 2 invalid arguments, 130 and 143 interrupted.
`;

/** The options of an export. Times are ISO 8601 in UTC. */
export type ExportOptions = ReturnType<typeof readExportOptions>;

/** Parses the arguments. @throws UsageError if an argument is missing or invalid */
export function readExportOptions(args: readonly string[]) {
  const { values, positionals } = parse(args);
  const [name = '', ...others] = positionals;
  const subject = subjects.find((known) => known.name === name);
  const names = subjects.map((known) => known.name).join(', ');
  if (!subject || others.length > 0) throw new UsageError(`Specify one of ${names}.`);
  const outlet = required('--outlet <id>', values.outlet);
  const from = instantOf('--from', required('--from <time>', values.from));
  const to = values.to === undefined ? undefined : instantOf('--to', values.to, 'up');
  if (to === undefined && Date.parse(from) > Date.now()) throw new UsageError('--from is in the future.');
  if (to !== undefined && to < from) throw new UsageError('--to is before --from.');
  const out = required('--out <file>', values.out);
  checkDestination(out, values.force);
  const format = formatOf(values.format, out);
  return { ...values, subject, format, outlet, from, to, status: statusOf(subject, values.status), out };
}

/** Checks the destination. @throws UsageError if it is a directory, or a file that must not be replaced */
export function checkDestination(out: string, force: boolean): void {
  const existing = statSync(out, { throwIfNoEntry: false });
  if (existing?.isDirectory()) throw new UsageError(`${out} is a directory.`);
  if (existing && !force)
    throw new UsageError(`${out} exists. Choose another file, or replace it with --force.`);
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ outlet: text, from: text, to: text, out: text, format: text, status: text, 'base-url': text },
        ...{ bom: flag, force: flag, restart: flag, quiet: flag },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function required(option: string, value: string | undefined): string {
  if (value) return value;
  throw new UsageError(`${option} is missing.`);
}

function instantOf(option: string, text: string, rounding?: 'up'): string {
  const instant = parseInstant(text, rounding);
  if (instant !== undefined) return formatInstant(instant);
  throw new UsageError(`${option} must be a time with a UTC offset, such as 2026-01-01T00:00:00Z.`);
}

function statusOf({ kind, statuses }: Subject, status: string | undefined): string | null {
  if (status === undefined) return null;
  const isList = kind === 'goods-receipts';
  if ((isList ? status.split(',') : [status]).every((one) => statuses.includes(one))) return status;
  throw new UsageError(`--status must be ${isList ? 'a list of' : 'one of'} ${statuses.join(', ')}.`);
}

function formatOf(format: string | undefined, out: string): Format {
  const wanted = format ?? extname(out).slice(1).replace('jsonl', 'ndjson');
  if (wanted === 'csv' || wanted === 'ndjson') return wanted;
  throw new UsageError('--format must be csv or ndjson. Without it, the file must end in .csv or .ndjson.');
}
