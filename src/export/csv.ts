import { stringify } from 'csv-stringify/sync';
import { checkFlag } from '../options/checks.js';
import { readOptions } from '../options/read-options.js';
import { textStream, type Utf8 } from './streams.js';
import { columnNames, rowsOf, type Table } from './table.js';

/** The format of a CSV file. */
export interface CsvOptions {
  /** Whether to start with the names of the columns. Pass `false` to append to a file. Default: `true`. */
  readonly header?: boolean | undefined;
  /** Whether to write a byte order mark before the header, so that Excel reads UTF-8. Default: `false`. */
  readonly bom?: boolean | undefined;
  /**
   * Whether to put an apostrophe before text that a spreadsheet would run as a formula. Such text starts with `=`, `+`, `-`, `@`
   * or their full-width forms, also after spaces, quotes, `;`, a tab or a line break. Numbers and text such as `-5.00` do not
   * change. Guests control some of this text, so pass `false` only if no spreadsheet opens the file. Default: `true`.
   */
  readonly guardFormulas?: boolean | undefined;
}

/**
 * Creates a stream that writes records as CSV (RFC 4180) in UTF-8. Lines end with CRLF, and cells with a comma, a quote or a line
 * break are quoted.
 *
 * Objects and arrays are JSON, dates are ISO 8601 in UTC, and missing values are empty. NUL and lone surrogates become U+FFFD.
 *
 * You can write single records and lists of records, such as the items of a page. The stream does not read ahead. Canceling it
 * ends the iteration.
 * @param table - {@link orderTable}, {@link paymentTable}, {@link goodsReceiptTable}, {@link goodsReceiptLineTable} or your own
 * @throws {@link RequestValidationError} if the table or an option is invalid. The stream fails if a record cannot be written.
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
 * Returns one record or a list of records as CSV, in the format of {@link csv}. The text ends with CRLF, so you can append one
 * text to another. Without records, it is the header.
 * @throws {@link RequestValidationError} if the table or an option is invalid, or a record is not an object
 * @example
 * ```ts
 * import { appendFile, writeFile } from 'node:fs/promises';
 *
 * await writeFile('orders.csv', csvText([], orderTable));
 * for await (const page of outlet.orders.list({ from, to }).pages()) {
 *   await appendFile('orders.csv', csvText(page.items, orderTable, { header: false }));
 * }
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

function csvFormat<Source extends object, Row>(table: Table<Source, Row>, options: CsvOptions | undefined) {
  const { header, bom, guardFormulas } = readOptions('Invalid CSV options', options, (option) => ({
    header: option('header', checkFlag, true),
    bom: option('bom', checkFlag, false),
    guardFormulas: option('guardFormulas', checkFlag, true),
  }));
  const cellText = (text: string) => {
    // Databases and parsers can treat NUL as the end of the text.
    const stored = text.replaceAll('\0', '\ufffd');
    return guardFormulas ? guard(stored) : stored;
  };
  const names = columnNames(table);
  const format = {
    cast: {
      string: cellText,
      number: (value: number) => (Number.isFinite(value) ? String(value) : ''),
      boolean: String,
      date: (date: Date) => date.toISOString(),
      object: (value: object) => cellText(JSON.stringify(value)),
    },
    record_delimiter: '\r\n',
    quote_record_delimiter: true,
    // Many readers skip empty lines.
    quoted_empty: names.length === 1,
  };
  return {
    head: header ? `${bom ? '\ufeff' : ''}${stringify([names], format)}` : '',
    textOf: (records: Source | readonly Source[]) => stringify(rowsOf(table, records), format),
  };
}

/**
 * Matches every place where a spreadsheet can start a formula. That is the start of a cell and, if the separator is not a comma, also
 * after `;`, tabs and line breaks. Each run of spaces and quotes is examined once, so long texts take linear time.
 */
const formulas = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[\p{Z}\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠])/gu;

/** A negative number is not a formula. */
function guard(text: string): string {
  return /^-\d+(\.\d+)?$/.test(text) ? text : text.replace(formulas, "'");
}
