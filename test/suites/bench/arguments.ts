import { parseArgs } from 'node:util';
import type { Row, Section } from './row.js';

export interface Arguments {
  readonly sections: readonly Section[];
  readonly quick: boolean;
  readonly peers: boolean;
  readonly write: boolean;
  readonly cells: boolean;
}

export const usage = `npm run bench -- [section ...] [options]

  --quick        fewer and shorter runs, fewer other clients.
  --only NAME    only this row. Can be repeated.
  --ours         without the other clients.
  --cells        also prints each run.
  --write        writes the table into docs/internals/benchmarks.md. Only with all rows.
`;

/** Parses the command line. Returns `undefined` if it is invalid. */
export function readArguments(line: readonly string[], all: readonly Section[]): Arguments | undefined {
  const parsed = parse(line);
  if (!parsed) return undefined;
  const { values, positionals } = parsed;
  const wanted = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const isWanted = ({ name }: Row) => values.only.length === 0 || values.only.includes(name);
  const sections = wanted
    .map((section) => ({ ...section, rows: section.rows.filter(isWanted) }))
    .filter(({ rows }) => rows.length > 0);
  const known = new Set(all.flatMap(({ name, rows }) => [name, ...rows.map((row) => row.name)]));
  const isUnderstood = [...positionals, ...values.only].every((name) => known.has(name));
  // A partial run would replace a complete table.
  const isWritable = !values.write || positionals.length + values.only.length === 0;
  if (!isUnderstood || !isWritable || sections.length === 0) return undefined;
  return { sections, quick: values.quick, peers: !values.ours, write: values.write, cells: values.cells };
}

function parse(line: readonly string[]) {
  try {
    return parseArgs({
      args: [...line],
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        ours: { type: 'boolean', default: false },
        cells: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
      },
    });
  } catch {
    return undefined;
  }
}
