import { existsSync } from 'node:fs';
import { formatInstant } from '../../instants.js';
import { isRecord } from '../../records.js';
import type { SyncCheckpoint } from '../../sync/checkpoints/checkpoint-store.js';
import {
  type ListCheckpoint,
  readListCheckpoint,
  startOfList,
} from '../../sync/resumable-list/list-checkpoint.js';
import { UsageError } from '../usage-error.js';
import type { ExportOptions } from './export-options.js';
import { partOf, type Written } from './part-file.js';

/** How far an export came, and with which arguments. */
export type ExportCheckpoint = SyncCheckpoint<'export'> & {
  /** What is written, and how. */
  readonly form: string;
  readonly walk: ListCheckpoint<'export'>;
  readonly written: Written;
};

/**
 * Where an export begins, or goes on.
 *
 * @param left - what an earlier run left
 * @throws UsageError where that run had other arguments, or what it left is damaged
 */
export function startOf(left: unknown, options: ExportOptions): ExportCheckpoint {
  const { subject, from, to, status, restarts, outlet, out } = options;
  const header = { version: 2, task: 'export', outlet } as const;
  const form = formOf(options);
  if (restarts || left === undefined || left === null || isLeftover(left, options)) {
    const end = to ?? formatInstant(Math.max(Date.now(), Date.parse(from)));
    const walk = startOfList('export', outlet, { kind: subject.kind, from, to: end, status });
    return { ...header, form, walk, written: { bytes: 0, records: 0 } };
  }
  const found = isRecord(left) ? left : {};
  if (found.form !== form) throw otherArguments(options, String(found.form));
  const source = { name: partOf(out), outlet, checkpoints: 'manual' } as const;
  const walk = readListCheckpoint(found.walk, 'export', subject.kind, source, 'The export did not start');
  const { written } = found;
  if (!walk || !isWritten(written))
    throw new UsageError('The checkpoint is damaged: begin anew with --restart.');
  const isSame = walk.from === from && walk.to === (to ?? walk.to) && walk.status === status;
  if (isSame) return { ...header, form, walk, written };
  throw otherArguments(options, `${form}, ${walk.from} to ${walk.to}, ${walk.status ?? 'no status'}`);
}

/** A run can end between the moment when its file gets its name and the one when its checkpoint goes. */
function isLeftover(left: unknown, { out }: ExportOptions): boolean {
  const { walk } = isRecord(left) ? left : {};
  return isRecord(walk) && walk.isDone === true && !existsSync(partOf(out));
}

function otherArguments({ out }: ExportOptions, those: string): UsageError {
  const advice = 'give the same, or begin anew with --restart.';
  return new UsageError(`${partOf(out)} was begun with other arguments (${those}): ${advice}`);
}

function formOf({ subject, format, bom }: ExportOptions): string {
  return [subject.name, format, ...(bom ? ['bom'] : [])].join(' ');
}

function isWritten(value: unknown): value is Written {
  return isRecord(value) && [value.bytes, value.records].every((count) => Number.isSafeInteger(count));
}
