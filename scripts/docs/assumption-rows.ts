import { readText } from './pages.js';

/** A row of docs/reference/assumptions.md. */
export interface AssumptionRow {
  /** What the API specification does not define. */
  readonly gap: string;
  /** The section of the API specification that has the gap, such as `"Errors"` or `"Events", rule 5`. */
  readonly section: string;
  /** The behavior of the client; empty if it does not depend on the gap. */
  readonly client: string;
  /** The behavior of the fake, or the option that changes it, with its values. */
  readonly fake: string;
  /** The group of rows, such as "Lists". */
  readonly group: string;
}

/** Reads the table of docs/reference/assumptions.md. */
export function assumptionRows(): AssumptionRow[] {
  const lines = readText('docs/reference/assumptions.md')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const rows: AssumptionRow[] = [];
  let group = '';
  for (const line of lines.slice(2)) {
    const [first = '', client = '', fake = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    const title = /^\*\*(.+)\*\*$/.exec(first);
    if (title?.[1] !== undefined) {
      group = title[1];
      continue;
    }
    const [, gap, section] = /^(.+) \((".+)\)$/.exec(first) ?? [];
    if (gap === undefined || section === undefined) {
      throw new Error(`Unexpected row in assumptions.md: ${line}`);
    }
    rows.push({ gap, section, client, fake, group });
  }
  return rows;
}
