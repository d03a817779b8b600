import { statSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { formatInstant, parseInstant } from '../../instants.js';
import { suggestion } from '../../options/suggestion.js';
import { readArguments, rejectPositionals, required } from '../arguments.js';
import { UsageError } from '../console.js';
import { exportOptions } from '../options.js';
import { type Format, type Subject, subjects } from './subjects.js';

/** The options of an export. Times are ISO 8601 in UTC. */
export type ExportOptions = ReturnType<typeof readExportOptions>;

/** Parses the arguments. @throws UsageError if an argument is missing or invalid */
export function readExportOptions(args: readonly string[]) {
  const { values, positionals } = readArguments(args, exportOptions);
  const [name = '', ...others] = positionals;
  const subject = subjects.find((known) => known.name === name);
  if (!subject) throw new UsageError(subjectProblem(name));
  rejectPositionals(others);
  const outletRef = required('--outlet-ref <id>', values['outlet-ref']);
  const from = instantOf('--from', required('--from <time>', values.from));
  const to = values.to === undefined ? undefined : instantOf('--to', values.to, 'up');
  if (to === undefined && Date.parse(from) > Date.now()) throw new UsageError('--from is in the future.');
  if (to !== undefined && to < from) throw new UsageError('--to is before --from.');
  const out = required('--out <file>', values.out);
  checkDestination(out, values.force);
  const format = formatOf(values.format, out);
  return { ...values, subject, format, outletRef, from, to, status: statusOf(subject, values.status), out };
}

/** Checks the destination. @throws UsageError if its folder is missing, or it is a folder, or a file that must not be replaced */
export function checkDestination(out: string, force: boolean): void {
  const folder = dirname(out);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`The folder ${folder} does not exist. Create it, or choose another file.`);
  const existing = statSync(out, { throwIfNoEntry: false });
  if (existing?.isDirectory()) throw new UsageError(`${out} is a folder. Choose a file in it.`);
  if (existing && !force)
    throw new UsageError(`${out} exists. Choose another file, or replace it with --force.`);
}

function subjectProblem(name: string): string {
  const names = subjects.map((known) => known.name);
  const advice = `Specify one of ${names.join(', ')}.`;
  return name ? `The command does not export ${name}. ${suggestion(name, names) || advice}` : advice;
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
