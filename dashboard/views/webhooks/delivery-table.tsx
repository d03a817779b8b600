import type { DeliverySummary } from '../../../src/emulator/contract/deliveries.js';
import { Button } from '../../components/button.js';
import { actionsColumn, type Column } from '../../components/table.js';
import { Time } from '../../components/values.js';
import { call } from '../../control-client.js';
import { currentMark, linkTo } from '../../location.js';
import { useAction } from '../../use-action.js';
import { DeliveryStatus } from './delivery-status.js';

export const deliveryColumns: readonly Column<DeliverySummary>[] = [
  { header: 'Event', cell: (delivery) => <Event {...delivery} /> },
  // Early, so that narrow windows show the status and the button.
  { header: 'Status', cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
  actionsColumn((delivery) => <Redeliver delivery={delivery} small />),
  { header: 'Time', cell: ({ at }) => <Time at={at} /> },
  { header: 'Response', cell: ({ response }) => <span class="response">{response}</span>, wrap: true },
];

/** An event such as `order.complete`, with its order and its key. In narrow windows, the event breaks after the dot. */
function Event(delivery: DeliverySummary) {
  const { number, event, orderId, keyLabel } = delivery;
  const [subject, ...rest] = event.split('.');
  return (
    <span class="pair delivery-event">
      <a
        href={linkTo('webhooks', String(number))}
        aria-current={currentMark('webhooks', number)}
        aria-label={`Details of ${event} ${number}`}
      >
        <code>
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

/** The order that an event is about. Test events can be about orders that do not exist. */
export function OrderLink({ of: { orderId, orderTitle } }: { of: DeliverySummary }) {
  if (orderTitle === undefined) return <>{orderId}</>;
  return (
    <a href={linkTo('orders', orderId)} title={orderId}>
      {orderTitle}
    </a>
  );
}

export function Redeliver({ delivery, small }: { delivery: DeliverySummary; small?: boolean }) {
  const { number, event } = delivery;
  const { run, busy } = useAction();
  const redeliver = () => call('POST /deliveries/{id}/redeliver', { id: String(number) });
  return (
    <Button
      small={small}
      busy={busy}
      label={`Redeliver ${event} ${number}`}
      onClick={() => run(redeliver, `Sending ${event} again.`)}
    >
      Redeliver
    </Button>
  );
}
