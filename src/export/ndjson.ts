import { textStream, type Utf8 } from './streams.js';
import { columnNames, listOf, rowsOf, type Table } from './table.js';

/**
 * Creates a stream that writes records as NDJSON in UTF-8: one line of JSON for each record, ended by LF. Without a table, it
 * writes whole records, including undocumented fields and personal data of guests. With a table, it writes one object for each
 * row, with every column. Missing values are `null`. It does not guard formulas, because spreadsheets do not run JSON.
 *
 * You can write single records and lists of records, such as the items of a page.
 * @throws {@link RequestValidationError} if the table is invalid. The stream fails if a record cannot be written.
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises';
 *
 * const lines = streamOf(outlet.orders.list({ from, to })).pipeThrough(ndjson());
 * await writeFile('orders.ndjson.gz', lines.pipeThrough(new CompressionStream('gzip')));
 * ```
 */
export function ndjson<Source extends object = object, Row = Source>(
  table?: Table<Source, Row> | undefined,
): TransformStream<Source | readonly Source[], Utf8> {
  return textStream('', ndjsonFormat(table));
}

/**
 * Returns one record or a list of records as NDJSON, in the format of {@link ndjson}. The text ends with LF, so you can append
 * one text to another. It is empty if there are no rows.
 * @throws {@link RequestValidationError} if the table is invalid or a record is not an object
 * @example
 * ```ts
 * import { appendFile } from 'node:fs/promises';
 *
 * for await (const page of outlet.orders.list({ from, to }).pages()) {
 *   await appendFile('payments.ndjson', ndjsonText(page.items, paymentTable));
 * }
 * ```
 */
export function ndjsonText<Source extends object, Row = Source>(
  records: Source | readonly Source[],
  table?: Table<Source, Row> | undefined,
): string {
  return ndjsonFormat(table)(records);
}

function ndjsonFormat<Source extends object, Row>(table: Table<Source, Row> | undefined) {
  if (!table) return (records: Source | readonly Source[]) => linesOf(listOf(records));
  const names = columnNames(table);
  const objectOf = (values: unknown[]) =>
    Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));
  return (records: Source | readonly Source[]) => linesOf(rowsOf(table, records).map(objectOf));
}

function linesOf(objects: readonly object[]): string {
  return objects.map((object) => `${JSON.stringify(object)}\n`).join('');
}
