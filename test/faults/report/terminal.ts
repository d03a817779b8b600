import Table from 'cli-table3';
import color from 'picocolors';
import type { Rows } from './rows.js';

/** Rows as they are printed. */
export function printed({ head, rows }: Rows): string {
  const table = new Table({
    head: head.map((cell) => color.dim(cell)),
    colWidths: head.length === 3 ? [32, 8, 80] : [80, 10],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  table.push(...rows.map((row) => [...row]));
  return table.toString();
}
