import type { Table } from 'outlet-open-api/export';

/** A record with one value for each column. */
export interface Values {
  readonly values: readonly unknown[];
}

/** A table with a column for each name. */
export function tableOf(...names: string[]): Table<Values> {
  return {
    name: 'values',
    rows: (record) => [record],
    columns: names.map((name, index) => ({ name, cell: ({ values }) => values[index] })),
  };
}
