import { existsSync } from 'node:fs';
import { formatInstant } from '../../instants.js';
import { isRecord } from '../../json.js';
import type { CheckpointOptions } from '../../sync/checkpoints/checkpoint-options.js';
import type { SyncCheckpoint } from '../../sync/checkpoints/checkpoint-store.js';
import { headerOf, readCheckpoint } from '../../sync/checkpoints/saved-checkpoint.js';
import {
  isListCheckpoint,
  type ListCheckpoint,
  startOfList,
} from '../../sync/resumable-list/list-checkpoint.js';
import { UsageError } from '../console.js';
import { partOf, type Written } from './part-file.js';
import type { ExportOptions } from './read-options.js';

export type ExportCheckpoint = SyncCheckpoint<'export'> &
  ListCheckpoint & {
    /** The subject and the format, such as `orders csv`. */
    readonly content: string;
    readonly written: Written;
  };

/** Returns where an export starts or resumes. @throws UsageError if `saved` is of another outlet, or of other options */
export function startOf(saved: unknown, options: ExportOptions, source: CheckpointOptions): ExportCheckpoint {
  const { subject, format, bom, outletRef, from, to, status, restart, out } = options;
  const content = [subject.name, format, ...(bom ? ['with a byte order mark'] : [])].join(' ');
  if (!restart && isRecord(saved) && saved.task === 'export' && saved.outletRef !== outletRef) {
    const advice = 'Use that outlet, choose another file, or start from the beginning with --restart.';
    throw new UsageError(`${source.name} is of outlet "${saved.outletRef}", not "${outletRef}". ${advice}`);
  }
  const found = restart ? undefined : readCheckpoint(saved, 'export', source, isRecord);
  // A run can crash after it moved its file and before it deleted its checkpoint.
  const isFinished = found?.isDone === true && !existsSync(partOf(out));
  if (!found || isFinished) {
    const end = to ?? formatInstant(Math.max(Date.now(), Date.parse(from)));
    const list = startOfList({ from, to: end, status });
    return { ...headerOf('export', source), ...list, content, written: { bytes: 0, keyBytes: 0, rows: 0 } };
  }
  const started = textOf(found);
  const advice = 'Use the same options, or start from the beginning with --restart.';
  if (started !== textOf({ content, from, to: to ?? found.to, status }))
    throw new UsageError(`${source.name} was started with other options: ${started}. ${advice}`);
  const { written } = found;
  if (isListCheckpoint(found) && isWritten(written)) return { ...found, content, written };
  throw new UsageError(
    `The checkpoint of ${source.name} is damaged. Start from the beginning with --restart.`,
  );
}

function textOf({ content, from, to, status }: Record<string, unknown>): string {
  return `${content} from ${from} to ${to}, status ${status ?? 'not given'}`;
}

function isWritten(value: unknown): value is Written {
  return (
    isRecord(value) && [value.bytes, value.keyBytes, value.rows].every((count) => Number.isSafeInteger(count))
  );
}
