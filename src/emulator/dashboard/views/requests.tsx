import { useState } from 'preact/hooks';
import type { RequestFilter } from '../../contract/requests.js';
import { Assumption } from '../components/assumption.js';
import { Button } from '../components/button.js';
import { ConfirmButton } from '../components/dialog.js';
import { LiveTable } from '../components/live-table.js';
import { Loaded } from '../components/loaded.js';
import { Page } from '../components/page.js';
import { call } from '../control-client.js';
import { currentLocation } from '../location.js';
import { useAction } from '../use-action.js';
import { useData } from '../use-data.js';
import { RequestFilters } from './requests/request-filters.js';
import { requestColumns } from './requests/request-table.js';

const shortLog = 100;
const longLog = 500;

/** The live log of the requests to the API. */
export function Requests() {
  const [filter, setFilter] = useState<RequestFilter>(() => Object.fromEntries(currentLocation.peek().query));
  const [limit, setLimit] = useState(shortLog);
  const [isPaused, setIsPaused] = useState(false);
  const requests = useData('GET /requests', { query: { ...filter, limit } }, isPaused ? [] : ['requests']);
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
            question="This removes all requests from the log. It changes nothing else."
            busy={busy}
            onConfirm={() => run(() => call('DELETE /requests'), 'The log is empty.')}
          />
        </>
      }
    >
      <RequestFilters filter={filter} onChange={setFilter} />
      <Loaded from={requests}>
        {(rows) => (
          <>
            <LiveTable
              key={JSON.stringify([filter, limit])}
              caption="Requests"
              columns={requestColumns}
              rows={rows}
              empty={isFiltering(filter) ? 'No request matches the filters.' : 'No requests yet.'}
            />
            <div class="row">
              <p role="status">{isPaused ? 'Paused. New requests do not appear.' : ''}</p>
              {rows.length === limit && limit < longLog && (
                <Button onClick={() => setLimit(longLog)}>Show the last {longLog}</Button>
              )}
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function isFiltering(filter: RequestFilter): boolean {
  return Object.values(filter).some((value) => value !== '');
}
