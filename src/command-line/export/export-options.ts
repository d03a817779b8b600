import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { formatInstant, parseInstant } from '../../instants.js';
import { UsageError } from '../usage-error.js';
import { type Subject, subjects } from './subjects.js';

/** What is to be exported, and where to. */
export interface ExportOptions {
  readonly subject: Subject;
  readonly format: 'csv' | 'ndjson';
  readonly bom: boolean;
  /** ISO 8601 in UTC. */
  readonly from: string;
  readonly to: string | undefined;
  readonly status: string | null;
  readonly out: string;
  /** The user's ID of the outlet; empty if it was not given. */
  readonly outlet: string;
  readonly baseUrl: string | undefined;
  readonly restarts: boolean;
  readonly isQuiet: boolean;
}

/** @throws UsageError that says what is wrong */
export function readExportOptions(args: readonly string[]): ExportOptions {
  const { values, positionals } = parse(args);
  const [name = '', ...others] = positionals;
  const subject = subjects.find((known) => known.name === name);
  const names = subjects.map((known) => known.name).join(', ');
  if (!subject || others.length > 0) throw new UsageError(`Say what is to be exported: ${names}.`);
  const { out } = values;
  if (!out) throw new UsageError('--out <file> is missing.');
  const there = statSync(out, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new UsageError(`${out} is a folder.`);
  if (there && !values.force) {
    throw new UsageError(`${out} is there already: choose another file, or replace it with --force.`);
  }
  const [from, to] = [instantOf('--from', values.from), instantOf('--to', values.to, 'up')];
  if (from === undefined) throw new UsageError('--from <time> is missing.');
  if (to === undefined && Date.parse(from) > Date.now()) throw new UsageError('--from lies ahead.');
  if (to !== undefined && to < from) throw new UsageError('--to lies before --from.');
  return {
    subject,
    format: formatOf(values.format, out),
    bom: values.bom,
    from,
    to,
    status: statusOf(subject, values.status),
    out,
    outlet: values.outlet ?? '',
    baseUrl: values['base-url'],
    restarts: values.restart,
    isQuiet: values.quiet,
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ from: text, to: text, out: text, format: text, status: text, 'base-url': text, outlet: text },
        ...{ bom: flag, force: flag, restart: flag, quiet: flag },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function instantOf(option: string, text: string | undefined, rounding?: 'up'): string | undefined {
  if (text === undefined) return undefined;
  const instant = parseInstant(text, rounding);
  if (instant !== undefined) return formatInstant(instant);
  throw new UsageError(`${option} must be a time with its offset, such as 2026-01-01T00:00:00Z.`);
}

function statusOf(subject: Subject, status: string | undefined): string | null {
  if (status === undefined) return null;
  const { statuses, takesStatuses } = subject;
  const wanted = takesStatuses ? status.split(',') : [status];
  if (wanted.every((one) => statuses.includes(one))) return status;
  throw new UsageError(`--status must be ${takesStatuses ? 'a list of' : 'one of'} ${statuses.join(', ')}.`);
}

function formatOf(format: string | undefined, out: string): ExportOptions['format'] {
  const wanted = format ?? extname(out).slice(1).replace('jsonl', 'ndjson');
  if (wanted === 'csv' || wanted === 'ndjson') return wanted;
  throw new UsageError('--format must be csv or ndjson, or the file end in .csv or .ndjson.');
}
