import type { Creation, OrderView } from '../../../src/emulator/contract/orders.js';
import { StatusBadge } from '../../components/badges.js';
import { Section } from '../../components/page.js';
import { Table } from '../../components/table.js';
import { milliseconds, Time } from '../../components/values.js';
import { linkTo } from '../../location.js';
import { RequestLink } from '../request-table.js';

/** The orders with the same reference, and the requests that created them. */
export function CreatedTwice({ view: { card, createdTwice } }: { view: OrderView }) {
  const [first] = createdTwice;
  if (first === undefined) return null;
  const times = createdTwice.length === 2 ? 'twice' : `${createdTwice.length} times`;
  return (
    <Section title={`Created ${times} with the same reference`}>
      <Table
        caption="Orders with the same reference"
        rows={createdTwice}
        keyOf={({ orderId }) => orderId}
        columns={[
          { header: 'Created', cell: (creation) => <Time at={timeOf(creation)} exact />, isRowHeader: false },
          { header: 'After the first', cell: (creation) => after(first, creation), align: 'end' },
          {
            header: 'Order',
            cell: ({ orderId }) =>
              orderId === card.id ? 'This order' : <a href={linkTo('orders', orderId)}>{orderId}</a>,
            isRowHeader: true,
          },
          { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
          {
            header: 'Request',
            cell: ({ request }) =>
              request ? <RequestLink request={{ ...request, orderId: undefined }} /> : 'No longer in the log',
            wrap: true,
          },
          {
            header: 'Idempotency key',
            cell: ({ request }) => request && <code>{request.idempotencyKey ?? 'None'}</code>,
          },
        ]}
      />
    </Section>
  );
}

/** An import has the date of the original order, so the time of the request is better if the log has it. */
function timeOf({ request, created }: Creation): string {
  return request?.at ?? created;
}

function after(first: Creation, creation: Creation): string {
  const time = Date.parse(timeOf(creation)) - Date.parse(timeOf(first));
  return time === 0 ? '' : milliseconds(time);
}
