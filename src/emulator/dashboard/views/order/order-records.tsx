import type { OrderView } from '../../../contract/orders.js';
import { Assumption } from '../../components/assumption.js';
import { Section } from '../../components/page.js';
import { Table } from '../../components/table.js';
import { fieldsText, Money, Time } from '../../components/values.js';

type Order = OrderView['order'];

export function Payments({ order, currency }: { order: Order; currency: string }) {
  return (
    <Section title="Payments" actions={<Assumption name="whether-completing-an-order-adds-a-payment" />}>
      <Table
        caption="Payments of the order"
        rows={order.payments}
        empty="This order has no payments."
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
  return (
    <Section title="Discounts" actions={<Assumption name="discountField" />}>
      <Table
        caption="Discounts on the order"
        // An import can have any value here.
        rows={Array.isArray(order.appliedDiscounts) ? order.appliedDiscounts : []}
        empty="This order has no discounts."
        columns={[
          { header: 'Name', cell: ({ name }) => name || 'Discount', wrap: true },
          { header: 'Other fields', cell: ({ name: _name, ...fields }) => fieldsText(fields), wrap: true },
        ]}
      />
    </Section>
  );
}
