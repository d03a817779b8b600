import Table from 'cli-table3';
import color from 'picocolors';
import { names } from '../clients/names.js';
import type { MeasuredRow } from '../measure-section.js';
import type { Section } from '../row.js';

/** Formats the table of a section for the terminal. */
export function printTable({ title }: Section, rows: readonly MeasuredRow[]): void {
  const table = new Table({
    head: ['Measurement', 'Target', 'Result', 'Other clients'].map((cell) => color.dim(cell)),
    colWidths: [36, 26, 34, 50],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const { row, readings } of rows) {
    const ours = readings.find(({ client }) => client === 'ours');
    const peers = readings.filter(({ client }) => client !== 'ours');
    table.push([
      `${row.figure} ${color.dim(`(${row.name})`)}`,
      row.bar,
      ours ? `${markOf(ours.met)}${ours.text}` : '',
      peers.map(({ client, text }) => `${names[client]}: ${text}`).join('\n'),
    ]);
  }
  console.log(`\n${color.bold(title)}\n${table}`);
}

function markOf(met: boolean | undefined): string {
  if (met === undefined) return '';
  return met ? color.green('✔ ') : color.red('✘ ');
}
