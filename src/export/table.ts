import { assertValid } from '../errors/request-validation-error.js';
import { isRecord } from '../records.js';

/** A column of a table. */
export interface Column<Row> {
  /** Its title in CSV, and its field in NDJSON: not empty, and no other column of the table has it. */
  readonly name: string;
  /**
   * The value of a row: text, a number, a boolean, or whatever else JSON can hold. `null` and `undefined` stand for a value that is
   * missing. It is called without `this`.
   */
  readonly cell: (row: Row) => unknown;
  /**
   * Whether it holds what guests are known by, such as their names. What is written is the same; it is there to choose columns by:
   * `columns.filter(({ personal }) => !personal)`.
   */
  readonly personal?: boolean | undefined;
}

/**
 * How records become rows of a file. A table is data: take one of {@link orderTable}, {@link paymentTable} and
 * {@link goodsReceiptLineTable}, change a copy of it, or write your own.
 *
 * @typeParam Source - a record, such as an order: an object
 * @typeParam Row - what one row is made from
 *
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
  /** Names it in errors and files. */
  readonly name: string;
  /** The rows of one record, in order; there may be none. It is called without `this`. */
  readonly rows: (source: Source) => Iterable<Row>;
  /** In the order in which they are written; at least one. */
  readonly columns: readonly Column<Row>[];
}

/**
 * Takes a table down, so that what is checked is what is written.
 *
 * @throws RequestValidationError that names everything that is wrong
 */
export function takeTable<Source extends object, Row>(
  refused: string,
  table: Table<Source, Row>,
): Table<Source, Row> {
  assertValid(refused, { table: isRecord(table) || 'must be a table, such as orderTable' });
  const { name, rows, columns } = table;
  assertValid(refused, {
    'table.name': isName(name) || 'must be a text that is not empty',
    'table.rows': typeof rows === 'function' || 'must be a function',
    'table.columns':
      (Array.isArray(columns) && columns.length > 0) || 'must be a list of columns, at least one',
  });
  const taken = Array.from(columns, takeColumn);
  assertValid(refused, verdictsOn(taken));
  return { name, rows, columns: taken };
}

function takeColumn<Row>(column: Column<Row>): Column<Row> {
  const { name, cell } = column ?? {};
  return { name, cell };
}

function verdictsOn(columns: readonly Column<never>[]): Record<string, true | string> {
  const names = columns.map(({ name }) => name);
  const onName = (name: unknown, index: number) =>
    isName(name)
      ? names.indexOf(name) === index || 'must be another than those before it'
      : 'must be a text that is not empty';
  return Object.fromEntries(
    columns.flatMap(({ name, cell }, index) => [
      [`table.columns[${index}].name`, onName(name, index)],
      [`table.columns[${index}].cell`, typeof cell === 'function' || 'must be a function'],
    ]),
  );
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && name !== '';
}
