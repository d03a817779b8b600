import type { Order, OutletClient } from 'outlet-open-api';
import { csv, csvText, ndjson, orderTable, paymentTable, streamOf, type Table } from 'outlet-open-api/export';
import { has } from './proof.js';

type Range = Parameters<OutletClient['orders']['list']>[0];

/** The streams and `Response` of every environment are compatible. */
export function download(outlet: OutletClient, range: Range): Response {
  const lines = streamOf(outlet.orders.list(range)).pipeThrough(csv(orderTable, { bom: true }));
  return new Response(lines.pipeThrough(new CompressionStream('gzip')));
}

export async function upload(outlet: OutletClient, range: Range, file: WritableStream): Promise<void> {
  await streamOf(outlet.orders.list(range)).pipeThrough(ndjson(paymentTable)).pipeTo(file);
}

const anonymous: Table<Order> = {
  ...orderTable,
  columns: orderTable.columns.filter(({ personal }) => !personal),
};

export function append(orders: Order[]): string {
  const text = csvText(orders, anonymous, { header: false });
  has<string>()(text);
  return text;
}
