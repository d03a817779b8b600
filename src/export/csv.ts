import { assertValid } from '../errors/request-validation-error.js';
import { cellText, guarded, quoted } from './csv-cell.js';
import { writtenRows } from './rows.js';
import { type Table, takeTable } from './table.js';
import { textStream, type Utf8 } from './text-stream.js';

/** How CSV is written. */
export interface CsvOptions {
  /** Whether it begins with the names of the columns: `false` where the file has them already. Default: `true`. */
  readonly header?: boolean | undefined;
  /**
   * Whether a byte order mark stands before the header, by which Excel tells UTF-8. Without a header there is none. Default: `false`.
   */
  readonly bom?: boolean | undefined;
  /**
   * Whether texts that a spreadsheet would calculate get an apostrophe in front: those that begin with `=`, `+`, `-`, `@`, also in
   * full width, a tab or an end of a line; inside a text, what stands so behind `;`, a tab or an end of a line. Numbers are left as
   * they are, and so are texts that are negative numbers, as `-5.00`. Whoever enters an order can choose such texts: switch it off
   * (`false`) only for files that no spreadsheet opens, where texts have to be exact. Default: `true`.
   */
  readonly guardFormulas?: boolean | undefined;
}

/**
 * Writes records as CSV (RFC 4180) in UTF-8: lines end with CRLF, and a cell with a comma, a quote or an end of a line is quoted.
 *
 * Numbers are plain decimals with a point, whole (`1e21` has 22 digits); booleans `true` and `false`; dates as they came; lists and
 * objects are JSON; what is missing is an empty cell. NUL and halves of surrogate pairs become U+FFFD.
 *
 * It takes single records and lists of them, so that a page is one write. It gives bytes, as files, `Response` and
 * `CompressionStream` take them; `TextDecoderStream` makes text of them. Nothing is read ahead, and whoever cancels it ends the walk.
 *
 * @param table - which columns, of which rows: {@link orderTable}, {@link paymentTable}, {@link goodsReceiptLineTable} or your own
 * @throws RequestValidationError that names everything that is wrong with the table or the options. The stream fails with one that
 * names record and column where a record cannot be written: it is no object, or throws when it is read
 *
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises';
 *
 * await writeFile('orders.csv', streamOf(outlet.orders.list({ from, to })).pipeThrough(csv(orderTable)));
 * ```
 */
export function csv<Source extends object, Row>(
  table: Table<Source, Row>,
  options?: CsvOptions | undefined,
): TransformStream<Source | readonly Source[], Utf8> {
  const { head, textOf } = csvFormat(table, options);
  return textStream(head, textOf);
}

/**
 * The CSV text of one record or a list of them, as {@link csv} writes it: all of it, or an error. Each text ends with CRLF, so that
 * texts can be appended to one another. Without records it is the header alone.
 *
 * @throws RequestValidationError that names what is wrong with the table or the options, or record and column where a record cannot be
 * written
 *
 * @example
 * ```ts
 * await writeFile('orders.csv', csvText([], orderTable));
 * await backfillOrders(outlet, {
 *   from, to, checkpoints,
 *   onOrders: (orders) => appendFile('orders.csv', csvText(orders, orderTable, { header: false })),
 * });
 * ```
 */
export function csvText<Source extends object, Row>(
  records: Source | readonly Source[],
  table: Table<Source, Row>,
  options?: CsvOptions | undefined,
): string {
  const { head, textOf } = csvFormat(table, options);
  return head + textOf(records);
}

function csvFormat<Source extends object, Row>(given: Table<Source, Row>, options: CsvOptions | undefined) {
  const { header, bom, guardFormulas } = settingsFrom(options);
  const table = takeTable(refused, given);
  const cellOf = (value: unknown) => {
    const text = cellText(value);
    return quoted(guardFormulas ? guarded(text) : text);
  };
  const head = header ? lineOf(table.columns.map(({ name }) => cellOf(name))) : '';
  return {
    head: header && bom ? `\ufeff${head}` : head,
    textOf: (records: Source | readonly Source[]) => writtenRows(table, records, cellOf).map(lineOf).join(''),
  };
}

/** A line without anything would be no row to many who read it. */
function lineOf(cells: readonly string[]): string {
  return `${cells.join(',') || '""'}\r\n`;
}

const refused = 'The CSV cannot be made';

function settingsFrom(options: CsvOptions | undefined) {
  const { header = true, bom = false, guardFormulas = true } = { ...options };
  assertValid(refused, {
    options: options === undefined || typeof options === 'object' || 'must be an object',
    header: typeof header === 'boolean' || 'must be true or false',
    bom: typeof bom === 'boolean' || 'must be true or false',
    guardFormulas: typeof guardFormulas === 'boolean' || 'must be true or false',
  });
  return { header, bom, guardFormulas };
}
