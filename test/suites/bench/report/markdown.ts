import { readFileSync, writeFileSync } from 'node:fs';
import { names } from '../clients/names.js';
import type { MeasuredRow } from '../measure-section.js';

const page = new URL('../../../../docs/internals/benchmarks.md', import.meta.url);
const begin = '<!-- written by npm run bench -->';
const end = '<!-- end of the table -->';

/** Formats rows as a table of the page. A row that resembles another one is left out if its target is met. */
export function tableOf(rows: readonly MeasuredRow[]): string {
  const shown = rows.filter(({ row, readings }) => !row.isVariation || isMissed(readings));
  const head = ['Measurement', 'Target', 'Result', 'Met', 'Other clients'];
  const lines = [head, head.map(() => '---'), ...shown.map(cellsOf)].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );
  const hidden = rows.length - shown.length;
  if (hidden > 0) lines.push('', `${hidden} variations of these rows also meet their targets.`);
  return lines.join('\n');
}

/** Replaces the table in the page, and keeps the text around it. */
export function writeTable(table: string): void {
  const text = readFileSync(page, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error('docs/internals/benchmarks.md has no place for the table');
  writeFileSync(page, `${text.slice(0, from)}${begin}\n\n${table}\n\n${text.slice(to)}`);
}

function isMissed(readings: MeasuredRow['readings']): boolean {
  return readings.some(({ client, met }) => client === 'ours' && met === false);
}

function cellsOf({ row, readings }: MeasuredRow): string[] {
  const ours = readings.find(({ client }) => client === 'ours');
  const peers = readings.filter(({ client }) => client !== 'ours');
  // The client that does the most is the one to compare with.
  const closest = peers.filter(({ client }) => client === 'p-throttle-and-retry');
  return [
    row.figure,
    row.bar,
    ours?.text ?? '',
    ours?.met === undefined ? '' : ours.met ? 'yes' : '**no**',
    (closest.length > 0 ? closest : peers)
      .map(({ client, text }) => `${names[client]}: ${text}`)
      .join('<br>'),
  ];
}
