import { useState } from 'preact/hooks';
import { Assumption } from '../components/assumption.js';
import { Button } from '../components/button.js';
import { ConfirmButton } from '../components/dialog.js';
import { KeyFilter, SearchFilter, SelectFilter } from '../components/filters.js';
import { LiveTable } from '../components/live-table.js';
import { Loaded } from '../components/loaded.js';
import { Page } from '../components/page.js';
import { rowLimit, ShowMore } from '../components/show-more.js';
import { call } from '../control-client.js';
import { currentFilters } from '../location.js';
import { useAction } from '../use-action.js';
import { useData } from '../use-data.js';
import { requestColumns } from './request-table.js';

const step = 100;

/** The live log of the requests to the API. */
export function Requests() {
  const filters = currentFilters();
  const limit = rowLimit(step);
  const [isPaused, setIsPaused] = useState(false);
  const requests = useData('GET /requests', { query: { ...filters, limit } }, isPaused ? [] : ['requests']);
  const { run, busy } = useAction();

  return (
    <Page
      title="Requests"
      lead={
        <>
          Requests to the API, newest first. A window of the rate limit ends at its reset time{' '}
          <Assumption name="windowPhase" />.
        </>
      }
      actions={
        <>
          <Button onClick={() => setIsPaused(!isPaused)}>{isPaused ? 'Resume' : 'Pause'}</Button>
          <ConfirmButton
            label="Clear"
            accessibleLabel="Clear the log"
            question="This removes all requests of the outlet from the log. It changes nothing else."
            busy={busy}
            onConfirm={() => run(() => call('DELETE /requests'), 'The log is empty.')}
          />
        </>
      }
    >
      <RequestFilters />
      <Loaded from={requests}>
        {(rows) => (
          <>
            <LiveTable
              key={JSON.stringify([filters, limit])}
              caption="Requests"
              columns={requestColumns}
              rows={rows}
              empty={Object.keys(filters).length > 0 ? 'No request matches the filters.' : 'No requests yet.'}
            />
            <div class="row">
              <p role="status">{isPaused ? 'Paused. New requests do not appear.' : ''}</p>
              <ShowMore step={step} shown={rows.length} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((value) => ({
  value,
  label: value,
}));

const statuses = [
  { value: '2xx', label: '2xx: success' },
  { value: '4xx', label: '4xx: rejected' },
  { value: '429', label: '429: rate limited' },
  { value: '5xx', label: '5xx: failed' },
  { value: 'none', label: 'No response' },
  { value: 'waiting', label: 'Waiting' },
];

const kinds = [
  { value: 'replay', label: 'Replays' },
  { value: 'fault', label: 'With a fault' },
];

function RequestFilters() {
  return (
    <search class="toolbar filters">
      <SearchFilter placeholder="Path or body" />
      <KeyFilter />
      <SelectFilter name="method" label="Method" all="All methods" options={methods} />
      <SelectFilter name="status" label="Status" all="All statuses" options={statuses} />
      <SelectFilter name="kind" label="Kind" all="All requests" options={kinds} />
    </search>
  );
}
