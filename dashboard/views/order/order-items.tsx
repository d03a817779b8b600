import { useState } from 'preact/hooks';
import type { OrderView } from '../../../src/emulator/contract/orders.js';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { Select } from '../../components/inputs.js';
import { Section } from '../../components/page.js';
import { type Column, Table } from '../../components/table.js';
import { formatMoney, Money } from '../../components/values.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';
import { useData } from '../../use-data.js';
import { hasEnded } from '../orders/order-steps.js';

const customer: Column<OrderView['lines'][number]> = {
  header: 'Customer',
  cell: ({ customerName }) => customerName,
  wrap: true,
};

export function OrderItems({ view: { card, lines } }: { view: OrderView }) {
  if (lines.length === 0 && hasEnded(card)) return null;
  return (
    <Section title="Items">
      <Table
        caption="Items of the order"
        rows={lines}
        empty="This order has no items."
        columns={[
          { header: 'Item', cell: ({ name }) => name, wrap: true },
          { header: 'Options', cell: ({ options }) => options.join(', '), wrap: true },
          ...(lines.some(({ customerName }) => customerName !== '') ? [customer] : []),
          { header: 'Quantity', cell: ({ quantity }) => quantity, align: 'end' },
          {
            header: 'Amount',
            cell: ({ price }) => <Money amount={price} currency={card.currency} />,
            align: 'end',
          },
        ]}
      />
      {!hasEnded(card) && <AddItem id={card.id} />}
    </Section>
  );
}

function AddItem({ id }: { id: string }) {
  const { data } = useData('GET /menu/items', {}, ['menus']);
  const { run, busy } = useAction();
  const [chosen, setChosen] = useState<string>();
  if (data === undefined || data.entries[0] === undefined) return null;
  const menuItemId = chosen ?? data.entries[0].id;
  const name = data.entries.find((item) => item.id === menuItemId)?.name ?? menuItemId;

  return (
    <div class="inline-form">
      <Field label="Menu item">
        <Select
          value={menuItemId}
          onChange={setChosen}
          options={data.entries.map((item) => {
            return { value: item.id, label: `${item.name}, ${formatMoney(item.price, data.currency)}` };
          })}
        />
      </Field>
      <Button
        busy={busy}
        onClick={() =>
          run(() => call('POST /orders/{id}/items', { id, body: { menuItemId } }), `Added ${name}.`)
        }
      >
        Add item
      </Button>
    </div>
  );
}
