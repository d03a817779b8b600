import { billFromGoodsReceipt } from 'outlet-open-api/accounting';
import type { FakeOutlet } from 'outlet-open-api/testing';

/** Corrects one recorded goods receipt, cancels another one and completes one that was partially received. */
export function correctReceipts(fake: FakeOutlet): void {
  const latest = fake.goodsReceipts.all().toSorted((one, other) => (one.created < other.created ? 1 : -1));
  const [wrong, unwanted] = latest.filter(({ status }) => status === 'completed');
  const partial = latest.find(({ status }) => status === 'partiallyReceived');
  if (wrong) chargeMore(fake, wrong.id);
  if (unwanted) fake.goodsReceipts.cancel(unwanted.id);
  if (partial) fake.goodsReceipts.complete(partial.id);
}

/** Raises the price of a line, and rounds the header up by a cent. */
function chargeMore(fake: FakeOutlet, id: string): void {
  const items = fake.goodsReceipts
    .get(id)
    ?.items.map(({ taxAmount, ...line }, index) =>
      index === 0 ? { ...line, totalPrice: (line.totalPrice ?? 0) + 12 } : line,
    );
  const { total } = billFromGoodsReceipt(fake.goodsReceipts.update(id, { items }));
  fake.goodsReceipts.update(id, { total: (Math.round(Number(total) * 100) + 1) / 100 });
}
