import type { ComponentChildren } from 'preact';
import type { DeliverySummary } from '../../../src/emulator/contract/deliveries.js';
import type { OrderView } from '../../../src/emulator/contract/orders.js';
import type { RequestSummary } from '../../../src/emulator/contract/requests.js';
import { Section } from '../../components/page.js';
import { Table } from '../../components/table.js';
import { fieldsText, Time } from '../../components/values.js';
import { linkTo } from '../../location.js';
import { RequestLink, RequestStatus } from '../request-table.js';
import { DeliveryStatus } from '../webhooks/delivery-status.js';

interface TimelineEntry {
  readonly id: string;
  readonly at: string;
  readonly kind: 'Action' | 'Request' | 'Webhook';
  readonly text: ComponentChildren;
  readonly status?: ComponentChildren;
}

/** What staff, integrations and the emulator did with the order. */
export function OrderTimeline({ view }: { view: OrderView }) {
  const entries = entriesOf(view);
  if (entries.length === 0) return null;
  return (
    <Section title="Timeline">
      <Table
        caption="Timeline, newest first"
        rows={entries}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Time', cell: (entry) => <When entry={entry} />, isRowHeader: false },
          { header: 'What happened', cell: ({ text }) => text, isRowHeader: true, wrap: true },
          { header: 'Status', cell: ({ status }) => status },
        ]}
      />
    </Section>
  );
}

function When({ entry: { at, kind } }: { entry: TimelineEntry }) {
  return (
    <span class="pair when">
      <Time at={at} exact />
      <span class="muted small">{kind}</span>
    </span>
  );
}

/** Returns the entries, newest first. At the same time, a webhook is newer than its action, and an action than its request. */
function entriesOf({ actionLog, requests, deliveries }: OrderView): TimelineEntry[] {
  const entries = [
    ...deliveries.map(deliveryEntry),
    ...actionLog.map((entry, index) => actionEntry(entry, actionLog.length - index)),
    ...requests.map(requestEntry),
  ];
  return entries.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

function actionEntry(
  { action, actor, created, metadata: { orderId: _id, ...details } }: OrderView['actionLog'][number],
  number: number,
): TimelineEntry {
  const text = (
    <span class="pair">
      <span>{action}</span>
      <span class="muted small">
        {actor.name} ({actor.role}) {fieldsText(details)}
      </span>
    </span>
  );
  return { id: `action ${number}`, at: created, kind: 'Action', text };
}

function requestEntry(request: RequestSummary): TimelineEntry {
  const text = <RequestLink request={{ ...request, orderId: undefined }} />;
  const status = <RequestStatus request={request} />;
  return { id: `request ${request.number}`, at: request.at, kind: 'Request', text, status };
}

function deliveryEntry(delivery: DeliverySummary): TimelineEntry {
  const { number, at, event, keyLabel } = delivery;
  const text = (
    <span class="pair">
      <a href={linkTo('webhooks', String(number))}>{event}</a>
      <span class="muted small">to {keyLabel}</span>
    </span>
  );
  const status = <DeliveryStatus delivery={delivery} />;
  return { id: `webhook ${number}`, at, kind: 'Webhook', text, status };
}
