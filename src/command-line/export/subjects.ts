import type { OutletClient } from '../../client/client.js';
import type { ListOptions } from '../../client/resources/list-options.js';
import { goodsReceiptStatuses } from '../../entities/goods-receipt.js';
import { csvText } from '../../export/csv.js';
import { ndjsonText } from '../../export/ndjson.js';
import type { Table } from '../../export/table.js';
import { goodsReceiptLineTable, goodsReceiptTable, orderTable, paymentTable } from '../../export/tables.js';
import { canonicalJson } from '../../json.js';
import type { Page } from '../../lists/pages.js';
import type { Paginator } from '../../lists/paginator.js';
import { isText } from '../../options/checks.js';
import type { ListRange } from '../../sync/resumable-list/list-checkpoint.js';

export type Format = 'csv' | 'ndjson';

export interface WrittenRecord {
  /** Identifies the record, in one line. */
  readonly key: string;
  /** Its rows: none, one or more. */
  readonly text: string;
  readonly rows: number;
}

export interface Subject {
  readonly name: string;
  /** What a row is, unless each record is one row. */
  readonly rowName: string | undefined;
  readonly kind: keyof typeof statusesOf;
  readonly statuses: readonly string[];
  header(format: Format, bom: boolean): string;
  pages(
    outlet: OutletClient,
    range: ListRange,
    format: Format,
    options: Pick<ListOptions, 'resumeFrom' | 'signal'>,
  ): AsyncIterable<Page<WrittenRecord>>;
}

/** API specification: Endpoints › `GET /orders`, `GET /inventory/goods-receipts`. */
const statusesOf = { orders: ['complete', 'cancelled'], 'goods-receipts': goodsReceiptStatuses };

export const subjects: readonly Subject[] = [
  // NDJSON contains whole orders and whole goods receipts.
  subject('orders', undefined, 'orders', ({ orders }) => orders, orderTable, undefined),
  subject('payments', 'payments', 'orders', ({ orders }) => orders, paymentTable, paymentTable),
  subject(
    'goods-receipts',
    undefined,
    'goods-receipts',
    ({ goodsReceipts }) => goodsReceipts,
    goodsReceiptTable,
    undefined,
  ),
  subject(
    'goods-receipt-lines',
    'lines',
    'goods-receipts',
    ({ goodsReceipts }) => goodsReceipts,
    goodsReceiptLineTable,
    goodsReceiptLineTable,
  ),
];

function subject<Source extends object, Row>(
  name: string,
  rowName: Subject['rowName'],
  kind: Subject['kind'],
  resourceOf: (outlet: OutletClient) => {
    list(range: Pick<ListRange, 'from' | 'to'>, options: ListOptions): Paginator<Source>;
  },
  csvTable: Table<Source, Row>,
  ndjsonTable: Table<Source, Row> | undefined,
): Subject {
  const textOf = (format: Format, record: Source) =>
    format === 'csv' ? csvText(record, csvTable, { header: false }) : ndjsonText(record, ndjsonTable);
  return {
    name,
    rowName,
    kind,
    statuses: statusesOf[kind],
    header: (format, bom) => (format === 'csv' ? csvText([], csvTable, { bom }) : ''),
    async *pages(outlet, { from, to, status }, format, options) {
      const settings = {
        ...options,
        query: { status },
        missingNext: 'error',
        priority: 'background',
      } as const;
      for await (const page of resourceOf(outlet).list({ from, to }, settings).pages()) {
        const items = page.items.map((record) => ({
          key: keyOf(record),
          text: textOf(format, record),
          rows: [...csvTable.rows(record)].length,
        }));
        yield { ...page, items };
      }
    },
  };
}

/** Identifies a record by its ID, or by its content if the service left out the ID. */
function keyOf(record: object): string {
  return 'id' in record && isText(record.id) ? JSON.stringify(record.id) : canonicalJson(record);
}
