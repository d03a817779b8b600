import type { OrderView } from '../../../src/emulator/contract/orders.js';
import { Section } from '../../components/page.js';
import { Table } from '../../components/table.js';
import { fieldsText, Money, Time } from '../../components/values.js';

type Order = OrderView['order'];

export function Payments({ order, currency }: { order: Order; currency: string }) {
  if (order.payments.length === 0) return null;
  return (
    <Section title="Payments">
      <Table
        caption="Payments of the order"
        rows={order.payments}
        columns={[
          { header: 'Method', cell: ({ offlineMethod }) => offlineMethod || 'Unknown' },
          { header: 'Customer', cell: ({ customerName }) => customerName, wrap: true },
          { header: 'Reference', cell: ({ externalId }) => externalId, wrap: true },
          { header: 'Paid', cell: ({ created }) => created && <Time at={created} /> },
          {
            header: 'Amount',
            cell: (payment) => <Money amount={payment.amount ?? 0} currency={payment.currency ?? currency} />,
            align: 'end',
          },
        ]}
      />
    </Section>
  );
}

export function Discounts({ order }: { order: Order }) {
  const discounts = order.appliedDiscounts ?? [];
  if (discounts.length === 0) return null;
  return (
    <Section title="Discounts">
      <Table
        caption="Discounts on the order"
        rows={discounts}
        columns={[
          { header: 'Name', cell: ({ name }) => name || 'Discount', wrap: true },
          { header: 'Other fields', cell: ({ name: _name, ...fields }) => fieldsText(fields), wrap: true },
        ]}
      />
    </Section>
  );
}
