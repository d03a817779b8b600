import type { OutletClient } from '../../client.js';
import { goodsReceiptStatuses } from '../../entities/goods-receipt.js';
import { csvText } from '../../export/csv.js';
import { ndjsonText } from '../../export/ndjson.js';
import type { Table } from '../../export/table.js';
import { goodsReceiptLineTable, orderTable, paymentTable } from '../../export/tables.js';
import type { Checkpoint } from '../../lists/checkpoint.js';
import type { Page } from '../../lists/pages.js';
import type { Paginator } from '../../lists/paginator.js';
import { canonicalJson } from '../../records.js';
import type { ListRange } from '../../sync/resumable-list/list-checkpoint.js';
import type { ListOptions } from '../../transport/call-options.js';

type Format = 'csv' | 'ndjson';

/** A record as it is written. */
export interface WrittenRecord {
  /** What the record is known by. */
  readonly key: string;
  /** Its rows; there may be none. */
  readonly text: string;
}

/** Something that can be exported. */
export interface Subject {
  readonly name: string;
  readonly kind: ListRange['kind'];
  /** What `--status` can be, and whether it can be several of them. */
  readonly statuses: readonly string[];
  readonly takesStatuses: boolean;
  /** What stands in front of all records. */
  head(format: Format, bom: boolean): string;
  /** The pages of a range, from a checkpoint on. */
  pages(
    outlet: OutletClient,
    range: ListRange,
    format: Format,
    options: { readonly resumeFrom: Checkpoint | null; readonly signal: AbortSignal },
  ): AsyncIterable<Page<WrittenRecord>>;
}

const listOrders = (outlet: OutletClient, { from, to, status }: ListRange, options: ListOptions) =>
  outlet.orders.list({ from, to }, { ...options, query: { status }, missingNext: 'error' });

const listGoodsReceipts = (outlet: OutletClient, { from, to, status }: ListRange, options: ListOptions) =>
  outlet.goodsReceipts.list({ from, to }, { ...options, query: { status }, missingNext: 'error' });

/** Specification: "GET /orders", "GET /inventory/goods-receipts". */
const statusesOf = {
  orders: { statuses: ['complete', 'cancelled'], takesStatuses: false },
  'goods-receipts': {
    statuses: goodsReceiptStatuses,
    takesStatuses: true,
  },
} as const;

export const subjects: readonly Subject[] = [
  // A line of NDJSON has room for all of an order.
  subject({ name: 'orders', kind: 'orders', table: orderTable, list: listOrders, isWholeInJson: true }),
  subject({ name: 'payments', kind: 'orders', table: paymentTable, list: listOrders }),
  subject({
    name: 'goods-receipt-lines',
    kind: 'goods-receipts',
    table: goodsReceiptLineTable,
    list: listGoodsReceipts,
  }),
];

function subject<Source extends object, Row>({
  name,
  kind,
  table,
  list,
  isWholeInJson = false,
}: {
  readonly name: string;
  readonly kind: ListRange['kind'];
  readonly table: Table<Source, Row>;
  readonly list: (outlet: OutletClient, range: ListRange, options: ListOptions) => Paginator<Source>;
  readonly isWholeInJson?: boolean;
}): Subject {
  const textOf: Record<Format, (record: Source) => string> = {
    csv: (record) => csvText(record, table, { header: false }),
    ndjson: (record) => (isWholeInJson ? ndjsonText(record) : ndjsonText(record, table)),
  };
  return {
    name,
    kind,
    ...statusesOf[kind],
    head: (format, bom) => (format === 'csv' ? csvText([], table, { bom }) : ''),
    async *pages(outlet, range, format, options) {
      const pages = list(outlet, range, { ...options, priority: 'background' }).pages();
      for await (const page of pages) {
        const items = page.items.map((record) => ({ key: keyOf(record), text: textOf[format](record) }));
        yield { ...page, items };
      }
    },
  };
}

/** By its id, or by its content where the service leaves the id out. */
function keyOf(record: object): string {
  const isKnown = 'id' in record && typeof record.id === 'string' && record.id !== '';
  return isKnown ? String(record.id) : canonicalJson(record);
}
