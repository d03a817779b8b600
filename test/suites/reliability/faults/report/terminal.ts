import Table from 'cli-table3';
import color from 'picocolors';
import type { Rows } from './rows.js';

/** Widths of columns by index, if some contain long texts. */
const widths: Readonly<Record<number, readonly number[]>> = { 2: [80, 10], 3: [32, 8, 80] };

/** Formats rows for the terminal. */
export function printed({ head, rows }: Rows): string {
  const table = new Table({
    head: head.map((cell) => color.dim(cell)),
    colWidths: [...(widths[head.length] ?? [])],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  table.push(...rows.map((row) => [...row]));
  return table.toString();
}
