import type { FakeGoodsReceipt } from '../../../src/fake/index.js';
import { Assumption } from '../../components/assumption.js';
import { StatusBadge } from '../../components/badges.js';
import { Code } from '../../components/code.js';
import { Table } from '../../components/table.js';
import { Day, Facts, Money, Time } from '../../components/values.js';

interface ReceiptDetailsProps {
  receipt: FakeGoodsReceipt;
  currency: string;
}

export function ReceiptDetails({ receipt, currency }: ReceiptDetailsProps) {
  const money = (amount: number | null | undefined) => <Money amount={amount} currency={currency} />;
  const { supplier, deliveryDate } = receipt;
  return (
    <>
      <Facts
        facts={[
          ['Status', <StatusBadge key="status" status={receipt.status} />],
          ['Supplier', supplier?.name],
          ['Supplier ID', supplier?.supplierId],
          ['Created', <Time key="created" at={receipt.created} />],
          ['Bill date', deliveryDate ? <Day key="bill" at={deliveryDate} /> : '—'],
          ['Prices', receipt.isTaxInclusive ? 'Include tax' : 'Exclude tax'],
          ['Sum of lines', money(receipt.totalPrice)],
          ['Discount', money(receipt.discount)],
          ['Shipping fee', money(receipt.shippingFee)],
          ['Tax', money(receipt.tax)],
          ['Total', money(receipt.total)],
        ]}
      />
      <Table
        caption="Lines of the goods receipt"
        rows={receipt.items}
        empty="This receipt has no lines."
        columns={[
          {
            header: 'Quantity',
            cell: ({ quantity, inventoryUom }) => `${quantity ?? ''} ${inventoryUom ?? ''}`,
          },
          { header: 'Amount', cell: ({ totalPrice }) => money(totalPrice), align: 'end' },
          { header: 'Discount', cell: ({ discountAmount }) => money(discountAmount), align: 'end' },
          { header: 'Tax rate', cell: ({ taxRate }) => percentOf(taxRate), align: 'end' },
          { header: 'Tax', cell: ({ taxAmount }) => money(taxAmount), align: 'end' },
        ]}
      />
      <p class="row">
        <Assumption name="headerDifference" />
      </p>
      <Code label="Goods receipt as JSON" text={JSON.stringify(receipt)} />
    </>
  );
}

function percentOf(rate: number | null | undefined): string {
  return typeof rate === 'number' ? `${Math.round(rate * 1e6) / 1e4} %` : '';
}
