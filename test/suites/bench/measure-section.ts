import type { Bench } from './bench.js';
import type { Reading, Row, Section } from './row.js';

export interface MeasuredRow {
  readonly row: Row;
  readonly readings: readonly Reading[];
}

/** Measures the rows of a section, in parallel where possible, because most rows mostly wait. */
export async function measureSection(
  { rows, prepare }: Section,
  bench: Bench,
  atOnce: number,
): Promise<readonly MeasuredRow[]> {
  await prepare?.();
  const measured = new Map<Row, readonly Reading[]>();
  const measureAll = async (waiting: Row[]) => {
    for (let row = waiting.shift(); row; row = waiting.shift()) measured.set(row, await timed(row, bench));
  };
  const light = rows.filter(({ isHeavy }) => !isHeavy);
  await Promise.all(Array.from({ length: atOnce }, () => measureAll(light)));
  await measureAll(rows.filter(({ isHeavy }) => isHeavy));
  return rows.map((row) => ({ row, readings: measured.get(row) ?? [] }));
}

async function timed(row: Row, bench: Bench): Promise<readonly Reading[]> {
  const begin = performance.now();
  const readings = await row.measure(bench).catch(failed);
  console.error(`  ${row.name}: ${((performance.now() - begin) / 1_000).toFixed(0)} s`);
  return readings;
}

/** A row that fails does not stop the others. */
function failed(reason: unknown): readonly Reading[] {
  return [{ client: 'ours', text: `not measured: ${reason}`, met: false }];
}
