import { useState } from 'preact/hooks';
import type { DeliveryFilter } from '../../contract/deliveries.js';
import type { AssumptionsView } from '../../contract/emulator.js';
import { Assumption } from '../components/assumption.js';
import { Button } from '../components/button.js';
import { LiveTable } from '../components/live-table.js';
import { Loaded } from '../components/loaded.js';
import { Page } from '../components/page.js';
import { formatDuration } from '../components/values.js';
import { linkTo } from '../location.js';
import { useData } from '../use-data.js';
import { TestEventDialog } from './keys/test-event-dialog.js';
import { DeliveryFilters } from './webhooks/delivery-filters.js';
import { deliveryColumns } from './webhooks/delivery-table.js';

const shortList = 100;
const longList = 500;

/** The events that keys receive, with what came of each. */
export function Webhooks() {
  const [filter, setFilter] = useState<DeliveryFilter>({});
  const [limit, setLimit] = useState(shortList);
  const [isSending, setIsSending] = useState(false);
  const deliveries = useData('GET /deliveries', { query: { ...filter, limit } }, ['deliveries', 'keys']);
  const { data: keys = [] } = useData('GET /keys', {}, ['keys', 'assumptions']);
  const { data: assumptions } = useData('GET /assumptions', {}, ['assumptions']);
  const hasReceiver = keys.some(({ webhookUrl }) => webhookUrl !== '');

  return (
    <Page
      title="Webhooks"
      lead="Each event for an API key, newest first. Only status 200 acknowledges an event."
      actions={
        <Button kind="primary" disabled={!hasReceiver} onClick={() => setIsSending(true)}>
          Send test event
        </Button>
      }
    >
      {assumptions && <RetryRules values={assumptions.values} />}
      {!hasReceiver && (
        <p class="notice">
          No API key has a webhook URL. <a href={linkTo('keys')}>Set one</a> to receive webhooks.
        </p>
      )}
      <DeliveryFilters filter={filter} keys={keys} onChange={setFilter} />
      <Loaded from={deliveries}>
        {(rows) => (
          <>
            <LiveTable
              key={JSON.stringify([filter, limit])}
              caption="Deliveries"
              columns={deliveryColumns}
              rows={rows}
              empty={
                Object.values(filter).some(Boolean) ? 'No delivery matches the filters.' : 'No webhooks yet.'
              }
            />
            {rows.length === limit && limit < longList && (
              <Button onClick={() => setLimit(longList)}>Show the last {longList}</Button>
            )}
          </>
        )}
      </Loaded>
      <TestEventDialog open={isSending} keys={keys} onClose={() => setIsSending(false)} />
    </Page>
  );
}

function RetryRules({ values }: { values: AssumptionsView['values'] }) {
  return (
    <p class="muted">
      The emulator waits {formatDuration(values.webhookTimeout)} for a response{' '}
      <Assumption name="webhookTimeout" />. It retries a failed event {values.webhookRetries} times{' '}
      <Assumption name="webhookRetries" />. The first retry follows after{' '}
      {formatDuration(values.webhookRetryDelay)}, and each further delay is twice as long{' '}
      <Assumption name="webhookRetryDelay" />.
    </p>
  );
}
