import type { DeliverySummary } from '../../../contract.js';
import { HeldRows } from '../../components/held-rows.js';
import { type Column, Table } from '../../components/table.js';
import { Time } from '../../components/values.js';
import { linkTo } from '../../location.js';
import { DeliveryStatus } from './delivery-status.js';
import { OrderLink } from './order-link.js';
import { Redeliver } from './redeliver.js';

interface DeliveryTableProps {
  deliveries: readonly DeliverySummary[];
  empty: string;
}

export function DeliveryTable({ deliveries, empty }: DeliveryTableProps) {
  return (
    <HeldRows rows={deliveries} name="webhooks">
      {(rows) => (
        <Table
          caption="Deliveries"
          columns={columns}
          rows={rows}
          keyOf={({ number }) => number}
          empty={empty}
        />
      )}
    </HeldRows>
  );
}

const columns: readonly Column<DeliverySummary>[] = [
  { header: 'Event', cell: (delivery) => <Event {...delivery} /> },
  // Early, so that narrow windows show the status and the button.
  { header: 'Status', cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
  { header: 'Actions', headerHidden: true, cell: (delivery) => <Redeliver delivery={delivery} small /> },
  { header: 'Time', cell: ({ at }) => <Time at={at} /> },
  { header: 'Response', cell: ({ response }) => <span class="response">{response}</span>, wrap: true },
];

/** An event such as `order.complete`, with its order and its key. In narrow windows, the event breaks after the dot. */
function Event(delivery: DeliverySummary) {
  const { number, event, orderId, keyLabel } = delivery;
  const [subject, ...rest] = event.split('.');
  return (
    <span class="pair delivery-event">
      <a href={linkTo('webhooks', String(number))} aria-label={`Details of ${event} ${number}`}>
        <code class="event">
          {subject}.<wbr />
          {rest.join('.')}
        </code>
      </a>
      <span class="muted small">
        {orderId !== undefined && <OrderLink of={delivery} />} to {keyLabel}
      </span>
    </span>
  );
}
