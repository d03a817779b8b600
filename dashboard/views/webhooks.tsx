import { useState } from 'preact/hooks';
import type { AssumptionsView } from '../../src/emulator/contract/emulator.js';
import { Assumption } from '../components/assumption.js';
import { Button } from '../components/button.js';
import { KeyFilter, SearchFilter, SelectFilter } from '../components/filters.js';
import { Checkbox } from '../components/inputs.js';
import { Loaded } from '../components/loaded.js';
import { Page } from '../components/page.js';
import { rowLimit, ShowMore } from '../components/show-more.js';
import { Table } from '../components/table.js';
import { formatDuration } from '../components/values.js';
import { call } from '../control-client.js';
import { useKeptFocus } from '../focus.js';
import { changeQuery, currentFilters, linkTo } from '../location.js';
import { useAction } from '../use-action.js';
import { useData } from '../use-data.js';
import { useOverview } from '../use-overview.js';
import { TestEventDialog } from './keys/test-event-dialog.js';
import { stateOptions } from './webhooks/delivery-status.js';
import { deliveryColumns } from './webhooks/delivery-table.js';

const step = 100;

/** The events that keys receive, with what came of each. */
export function Webhooks() {
  const { lastAttemptFailed, ...filters } = currentFilters();
  const limit = rowLimit(step);
  const [isSending, setIsSending] = useState(false);
  const deliveries = useData(
    'GET /deliveries',
    { query: { ...filters, lastAttemptFailed: lastAttemptFailed === 'true', limit } },
    ['deliveries', 'keys'],
  );
  const { data: keys = [] } = useData('GET /keys', {}, ['keys', 'assumptions']);
  const { data: assumptions } = useData('GET /assumptions', {}, ['assumptions']);
  const failed = useOverview().data?.deliveries.failed ?? 0;
  const { run, busy } = useAction();
  const redeliver = () => call('POST /deliveries/redeliver-failed');
  // A new attempt can remove a button or a row.
  const buttons = useKeptFocus<HTMLDivElement>();
  const table = useKeptFocus<HTMLDivElement>();
  const hasReceiver = keys.some(({ webhookUrl }) => webhookUrl !== '');

  return (
    <Page
      title="Webhooks"
      lead={
        <>
          Each event for an API key, newest first. Only status 200 acknowledges an event.{' '}
          {assumptions && <RetryRules values={assumptions.values} />}
        </>
      }
      actions={
        <div class="row" ref={buttons}>
          {failed > 0 && (
            <Button
              busy={busy}
              onClick={() =>
                run(
                  redeliver,
                  'Sending the failed events again, without those of keys that receive no webhooks.',
                )
              }
            >
              Redeliver all failed
            </Button>
          )}
          <Button kind="primary" disabled={!hasReceiver} onClick={() => setIsSending(true)}>
            Send test event
          </Button>
        </div>
      }
    >
      {!hasReceiver && (
        <p class="notice">
          No API key has a webhook URL. <a href={linkTo('keys')}>Set one</a> to receive webhooks.
        </p>
      )}
      <search class="toolbar filters">
        <SearchFilter placeholder="Event or order" />
        <KeyFilter />
        <SelectFilter name="state" label="Status" all="All statuses" options={stateOptions} />
        <Checkbox
          label="Last attempt failed"
          checked={lastAttemptFailed === 'true'}
          onChange={(isChecked) => changeQuery({ lastAttemptFailed: isChecked ? 'true' : '' })}
        />
      </search>
      <Loaded from={deliveries}>
        {(rows) => (
          <>
            <div class="card" ref={table}>
              <Table
                caption="Deliveries"
                columns={deliveryColumns}
                rows={rows}
                empty={
                  lastAttemptFailed || Object.keys(filters).length > 0
                    ? 'No delivery matches the filters.'
                    : 'No webhooks yet.'
                }
                keyOf={({ number }) => number}
              />
            </div>
            <ShowMore step={step} shown={rows.length} />
          </>
        )}
      </Loaded>
      <TestEventDialog open={isSending} keys={keys} onClose={() => setIsSending(false)} />
    </Page>
  );
}

function RetryRules({ values }: { values: AssumptionsView['values'] }) {
  return (
    <>
      The emulator waits {formatDuration(values.webhookTimeout)} for a response. It retries a failed event{' '}
      {values.webhookRetries} times. The first retry follows after {formatDuration(values.webhookRetryDelay)},
      and each further delay is twice as long. <Assumption name="webhookRetries" />
    </>
  );
}
