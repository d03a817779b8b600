import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { GoodsReceipt, Order, OutletClient } from 'outlet-open-api';
import {
  type Column,
  type CsvOptions,
  csv,
  csvText,
  goodsReceiptLineTable,
  goodsReceiptTable,
  ndjson,
  ndjsonText,
  orderTable,
  paymentTable,
  streamOf,
  type Table,
  type Utf8,
} from 'outlet-open-api/export';
import { expectTypeOf, test } from 'vitest';

declare const outlet: OutletClient;
declare const orders: readonly Order[];
declare const receipt: GoodsReceipt;
const range = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };

test('a list goes into a file, a body or a compressed stream, without casts', () => {
  const orderStream = () => streamOf(outlet.orders.list(range));
  expectTypeOf(orderStream()).toEqualTypeOf<ReadableStream<Order>>();
  expectTypeOf(orderStream().pipeThrough(csv(paymentTable))).toEqualTypeOf<ReadableStream<Utf8>>();
  writeFile('orders.csv', orderStream().pipeThrough(csv(orderTable)));
  pipeline(orderStream().pipeThrough(csv(orderTable)), createWriteStream('orders.csv'));
  orderStream()
    .pipeThrough(csv(orderTable))
    .pipeTo(Writable.toWeb(createWriteStream('orders.csv')));
  orderStream().pipeThrough(ndjson(paymentTable)).pipeThrough(new CompressionStream('gzip'));
  new Response(orderStream().pipeThrough(ndjson()));
  orderStream().pipeThrough(csv(orderTable)).pipeThrough(new TextDecoderStream());
});

test('a stream takes records of its table and lists of them', () => {
  const writer = csv(orderTable).writable.getWriter();
  expectTypeOf(writer.write).parameter(0).toEqualTypeOf<Order | readonly Order[] | undefined>();
  expectTypeOf(goodsReceiptTable).toEqualTypeOf<Table<GoodsReceipt>>();
  expectTypeOf(ndjson(goodsReceiptLineTable).writable).toEqualTypeOf<
    WritableStream<GoodsReceipt | readonly GoodsReceipt[]>
  >();
});

test('text is made of records of the table', () => {
  expectTypeOf(csvText(orders, paymentTable, { header: false })).toEqualTypeOf<string>();
  expectTypeOf(ndjsonText(receipt)).toEqualTypeOf<string>();
  // @ts-expect-error a receipt is no order
  csvText(receipt, orderTable);
  // @ts-expect-error CSV has columns
  csvText(orders);
});

test('options can be undefined', () => {
  expectTypeOf({ header: undefined, bom: undefined, guardFormulas: undefined }).toExtend<CsvOptions>();
  csv(orderTable, undefined);
  ndjson(undefined);
});

test('the columns of your own table know its rows', () => {
  const { columns } = orderTable;
  expectTypeOf(columns).toEqualTypeOf<readonly Column<Order>[]>();
  const anonymous: Table<Order> = { ...orderTable, columns: columns.filter(({ personal }) => !personal) };
  csv(anonymous);
  csv({
    name: 'items',
    rows: (order: Order) => order.items ?? [],
    columns: [
      { name: 'quantity', cell: (item) => expectTypeOf(item.quantity).toExtend<number | null | undefined>() },
    ],
  });
});
