import { billFromGoodsReceipt } from 'outlet-open-api/accounting';
import type { FakeOutlet } from 'outlet-open-api/testing';

/** What a merchant does with goods receipts after they were recorded: one is corrected, one cancelled, one received to its end. */
export function correctReceipts(fake: FakeOutlet): void {
  const latest = fake.goodsReceipts.all().toSorted((one, other) => (one.created < other.created ? 1 : -1));
  const [wrong, unwanted] = latest.filter(({ status }) => status === 'completed');
  const partial = latest.find(({ status }) => status === 'partiallyReceived');
  if (wrong) chargeMore(fake, wrong.id);
  if (unwanted) fake.goodsReceipts.cancel(unwanted.id);
  if (partial) fake.goodsReceipts.complete(partial.id);
}

/** A line costs more than was recorded, and the header is rounded up. */
function chargeMore(fake: FakeOutlet, id: string): void {
  const items = fake.goodsReceipts
    .get(id)
    ?.items.map(({ taxAmount, ...line }, index) =>
      index === 0 ? { ...line, totalPrice: (line.totalPrice ?? 0) + 12 } : line,
    );
  const { total } = billFromGoodsReceipt(fake.goodsReceipts.update(id, { items }));
  fake.goodsReceipts.update(id, { total: (Math.round(Number(total) * 100) + 1) / 100 });
}
