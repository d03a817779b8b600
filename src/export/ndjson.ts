import { writtenRecords, writtenRows } from './rows.js';
import { type Table, takeTable } from './table.js';
import { textStream, type Utf8 } from './text-stream.js';

/**
 * Writes records as NDJSON: each is one line of JSON in UTF-8, ended by LF. Without a table the lines are the records with all their
 * fields, undocumented ones and guests' data too; with one, they are its rows, and each has every column: `null` where a value is
 * missing. Nothing is guarded, as no spreadsheet calculates JSON.
 *
 * It takes single records and lists of them, and gives bytes, like {@link csv}.
 *
 * @throws RequestValidationError that names everything that is wrong with the table. The stream fails with one that names the record,
 * and the column where there is one, where a record cannot be written: it is no object, is cyclic, holds a bigint, or throws when it
 * is read
 *
 * @example
 * ```ts
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
 * The NDJSON text of one record or a list of them, as {@link ndjson} writes it: all of it, or an error. Each text ends with LF, so
 * that texts can be appended to one another. Without records it is empty.
 *
 * @throws RequestValidationError that names what is wrong with the table, or the record that cannot be written
 *
 * @example
 * ```ts
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

function ndjsonFormat<Source extends object, Row>(given: Table<Source, Row> | undefined) {
  if (given === undefined) return (records: Source | readonly Source[]) => linesOf(writtenRecords(records));
  const table = takeTable('The NDJSON cannot be made', given);
  // By hand, as an object would put names such as `1` first.
  const keys = table.columns.map(({ name }) => `${JSON.stringify(name)}:`);
  const objectOf = (cells: readonly string[]) =>
    `{${cells.map((cell, index) => `${keys[index]}${cell}`).join(',')}}`;
  return (records: Source | readonly Source[]) =>
    linesOf(writtenRows(table, records, jsonCell).map(objectOf));
}

function jsonCell(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

function linesOf(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}
