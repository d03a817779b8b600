import { assertValid } from '../errors/request-validation-error.js';
import { isRecord } from '../json.js';

/** A column of a {@link Table}. */
export interface Column<Row> {
  /** The header in CSV and the field name in NDJSON. It is not empty, and unique within the table. */
  readonly name: string;
  /** Returns the value of a row: anything that JSON can hold. `null` and `undefined` mean that the value is missing. */
  readonly cell: (row: Row) => unknown;
  /** Whether the column contains personal data of guests. Use it to filter columns; it does not change the output. Default: `false`. */
  readonly personal?: boolean | undefined;
}

/**
 * Defines how records become rows of a file. Pass {@link orderTable}, {@link paymentTable}, {@link goodsReceiptTable},
 * {@link goodsReceiptLineTable}, a modified copy of one of these, or your own table.
 *
 * @typeParam Source - a record, such as an order
 * @typeParam Row - the value that the columns read
 * @example
 * ```ts
 * declare module 'outlet-open-api' { interface Order { tableName?: string } }
 *
 * const withTable: Table<Order> = {
 *   ...orderTable,
 *   columns: [...orderTable.columns, { name: 'tableName', cell: (order) => order.tableName }],
 * };
 * ```
 */
export interface Table<Source extends object, Row = Source> {
  /** The name of the table, which appears in error messages. */
  readonly name: string;
  /** Returns the rows of one record, in order. A record can have no rows. */
  readonly rows: (source: Source) => Iterable<Row>;
  /** The columns, in the order in which they are written: one or more. */
  readonly columns: readonly Column<Row>[];
}

function isTable(table: unknown): boolean {
  return isRecord(table) && Array.isArray(table.columns) && typeof table.rows === 'function';
}

/** Returns the names of a table's columns. @throws {@link RequestValidationError} if they are not distinct names */
export function columnNames<Source extends object, Row>(table: Table<Source, Row>): string[] {
  const what = 'The table cannot be written';
  assertValid(what, { table: isTable(table) || 'must be a table, such as orderTable' });
  const names = table.columns.map(({ name }) => name);
  const areDistinct = names.length > 0 && !names.includes('') && new Set(names).size === names.length;
  assertValid(what, { 'table.columns': areDistinct || 'must be one or more columns with different names' });
  return names;
}

export function rowsOf<Source extends object, Row>(
  { name, rows, columns }: Table<Source, Row>,
  records: Source | readonly Source[],
): unknown[][] {
  const cellOf = (column: Column<Row>, row: Row): unknown => {
    try {
      return column.cell(row);
    } catch (cause) {
      throw new Error(`The column ${column.name} of the table ${name} failed. See the cause.`, { cause });
    }
  };
  return listOf(records).flatMap((record) =>
    Array.from(rows(record), (row) => columns.map((column) => cellOf(column, row))),
  );
}

/** Returns one record or a list of records as a list. A response can contain values that are not objects. */
export function listOf<Source extends object>(records: Source | readonly Source[]): readonly Source[] {
  const none: readonly Source[] = [];
  const list = none.concat(records);
  for (const [index, record] of list.entries()) {
    const path = `records[${index}]`;
    assertValid('The records cannot be written', { [path]: isRecord(record) || 'must be an object' });
  }
  return list;
}
