import type { OrderView } from '../../../contract.js';
import { Assumption } from '../../components/assumption.js';
import { Section } from '../../components/page.js';
import { Table } from '../../components/table.js';
import { Money, Time } from '../../components/values.js';

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
          { header: 'Other fields', cell: ({ name: _name, ...fields }) => textOf(fields), wrap: true },
        ]}
      />
    </Section>
  );
}

export function ActionLog({ entries }: { entries: OrderView['actionLog'] }) {
  return (
    <Section title="Action log" actions={<Assumption name="the-action-types-and-actors" />}>
      <Table
        caption="Actions, newest first"
        rows={entries}
        keyOf={({ created, action }) => `${created} ${action}`}
        empty="Nothing has happened to this order."
        columns={[
          { header: 'Action', cell: ({ action }) => action },
          { header: 'Time', cell: ({ created }) => <Time at={created} /> },
          { header: 'Actor', cell: ({ actor }) => `${actor.name} (${actor.role})` },
          { header: 'Metadata', cell: ({ metadata: { orderId: _id, ...rest } }) => textOf(rest), wrap: true },
        ]}
      />
    </Section>
  );
}

/** Returns fields as text, such as `from: 2, to: 3`. */
function textOf(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
