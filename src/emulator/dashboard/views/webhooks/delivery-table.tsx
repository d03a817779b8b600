import { useState } from 'preact/hooks';
import type { DeliveryView } from '../../../contract.js';
import { HttpStatus } from '../../components/badges.js';
import { Button } from '../../components/button.js';
import { useNow } from '../../components/clock.js';
import { Code } from '../../components/code.js';
import { Dialog } from '../../components/dialog.js';
import { type Column, Table } from '../../components/table.js';
import { formatDuration, milliseconds, Time } from '../../components/values.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';

interface DeliveryTableProps {
  deliveries: readonly DeliveryView[];
  empty: string;
}

export function DeliveryTable({ deliveries, empty }: DeliveryTableProps) {
  const now = useNow(1_000);
  const [shown, setShown] = useState<DeliveryView>();

  const columns: readonly Column<DeliveryView>[] = [
    { header: 'Time', cell: ({ at }) => <Time at={at} />, isRowHeader: false },
    {
      header: 'Event',
      cell: (delivery) => (
        <Button
          kind="link"
          label={`Details of ${delivery.event} ${delivery.number}, attempt ${delivery.attempt}`}
          onClick={() => setShown(delivery)}
        >
          <code>{delivery.event}</code>
        </Button>
      ),
      isRowHeader: true,
    },
    { header: 'API key and URL', cell: (delivery) => <Receiver {...delivery} />, clip: true },
    { header: 'Attempt', cell: ({ attempt }) => attempt, align: 'end' },
    { header: 'Status', cell: ({ status }) => <HttpStatus status={status} /> },
    { header: 'Duration', cell: ({ duration }) => milliseconds(duration), align: 'end' },
    { header: 'Next retry', cell: ({ retryAt }) => retryText(retryAt, now) },
    { header: 'Response', cell: (delivery) => <span class="cut">{outcomeOf(delivery)}</span> },
    {
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: (delivery) => <Redeliver delivery={delivery} />,
    },
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
      <Dialog
        title={`${shown?.event}, attempt ${shown?.attempt}`}
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
      >
        {shown && (
          <>
            <Code label="URL" text={shown.url} />
            <Code label="Payload" text={shown.payload} />
            <Code label={shown.error === undefined ? 'Response body' : 'Error'} text={outcomeOf(shown)} />
          </>
        )}
      </Dialog>
    </div>
  );
}

function Redeliver({ delivery: { number, event } }: { delivery: DeliveryView }) {
  const { run, busy } = useAction();
  return (
    <Button
      small
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

function outcomeOf({ error, responseBody }: DeliveryView): string {
  return error ?? responseBody;
}

function retryText(retryAt: string | undefined, now: number | undefined): string {
  if (retryAt === undefined || now === undefined) return '';
  const seconds = Math.ceil((Date.parse(retryAt) - now) / 1_000);
  return seconds > 0 ? `in ${formatDuration(seconds * 1_000)}` : '';
}
