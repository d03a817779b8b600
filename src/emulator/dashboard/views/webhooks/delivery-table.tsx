import type { DeliveryView } from '../../../contract.js';
import { HttpStatus } from '../../components/badges.js';
import { Button } from '../../components/button.js';
import { useNow } from '../../components/clock.js';
import { type Column, Table } from '../../components/table.js';
import { formatDuration, milliseconds, Time } from '../../components/values.js';
import { call } from '../../control-client.js';
import { linkTo } from '../../location.js';
import { useAction } from '../../use-action.js';
import { OrderLink } from './order-link.js';

interface DeliveryTableProps {
  deliveries: readonly DeliveryView[];
  empty: string;
}

export function DeliveryTable({ deliveries, empty }: DeliveryTableProps) {
  const now = useNow(1_000);

  const columns: readonly Column<DeliveryView>[] = [
    {
      header: 'Event',
      cell: ({ number, event, attempt }) => (
        <a
          href={linkTo('webhooks', String(number))}
          aria-label={`Details of ${event} ${number}, attempt ${attempt}`}
        >
          <EventName event={event} />
        </a>
      ),
    },
    // Early, so that narrow windows show the status and the button.
    { header: 'Status', cell: ({ status }) => <HttpStatus status={status} /> },
    { header: 'Actions', headerHidden: true, cell: (delivery) => <Redeliver delivery={delivery} small /> },
    {
      header: 'Order',
      cell: (delivery) => (
        <span class="cut">
          <OrderLink of={delivery} />
        </span>
      ),
    },
    { header: 'Time', cell: ({ at }) => <Time at={at} /> },
    { header: 'Attempt', cell: ({ attempt }) => attempt, align: 'end' },
    { header: 'Next retry', cell: ({ retryAt }) => retryText(retryAt, now) },
    { header: 'API key and URL', cell: (delivery) => <Receiver {...delivery} />, clip: true },
    { header: 'Duration', cell: ({ duration }) => milliseconds(duration), align: 'end' },
    { header: 'Response', cell: (delivery) => <span class="cut">{outcomeOf(delivery)}</span> },
  ];

  return (
    <div class="card">
      <Table
        caption="Attempts"
        columns={columns}
        rows={deliveries}
        keyOf={({ number }) => number}
        empty={empty}
      />
    </div>
  );
}

export function Redeliver({ delivery, small }: { delivery: DeliveryView; small?: boolean }) {
  const { number, event } = delivery;
  const { run, busy } = useAction();
  return (
    <Button
      small={small}
      busy={busy}
      label={`Redeliver ${event} ${number}`}
      onClick={() =>
        run(() => call('POST /deliveries/:id/redeliver', { id: String(number) }), `Sent ${event}.`)
      }
    >
      Redeliver
    </Button>
  );
}

/** An event such as `order.complete`. In narrow windows, it breaks after the dot. */
function EventName({ event }: Pick<DeliveryView, 'event'>) {
  const [subject, ...rest] = event.split('.');
  return (
    <code class="event">
      {subject}.<wbr />
      {rest.join('.')}
    </code>
  );
}

function Receiver({ keyLabel, url }: DeliveryView) {
  return (
    <span class="pair">
      <span>{keyLabel}</span>
      <span class="muted small" title={url}>
        {url}
      </span>
    </span>
  );
}

export function outcomeOf({ error, responseBody }: DeliveryView): string {
  return error ?? responseBody;
}

export function retryText(retryAt: string | undefined, now: number | undefined): string {
  if (retryAt === undefined || now === undefined) return '';
  const seconds = Math.ceil((Date.parse(retryAt) - now) / 1_000);
  return seconds > 0 ? `in ${formatDuration(seconds * 1_000)}` : '';
}
