import { useState } from 'preact/hooks';
import type { RequestSummary } from '../../src/emulator/contract/requests.js';
import { Assumption } from '../components/assumption.js';
import { Button } from '../components/button.js';
import { ConfirmButton } from '../components/dialog.js';
import { KeyFilter, SearchFilter, SelectFilter } from '../components/filters.js';
import { Loaded } from '../components/loaded.js';
import { Page } from '../components/page.js';
import { rowLimit, ShowMore } from '../components/show-more.js';
import { Table } from '../components/table.js';
import { call, urlOf } from '../control-client.js';
import { currentFilters } from '../location.js';
import { useAction } from '../use-action.js';
import { useData } from '../use-data.js';
import { type FoldedRequest, requestColumns } from './request-table.js';
import { FirstRequest } from './requests/first-request.js';
import { RateLimitStrip } from './requests/rate-limit-strip.js';

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
          Requests to the API, newest first. A key that exceeds the limit of a window gets a 429 until the
          window ends <Assumption name="windowPhase" />.
        </>
      }
      actions={
        <>
          <a
            class="button"
            href={urlOf('GET /requests/har', { query: filters }).href}
            download="requests.har"
          >
            Export HAR
          </a>
          <Button onClick={() => setIsPaused(!isPaused)}>{isPaused ? 'Resume' : 'Pause'}</Button>
          <ConfirmButton
            label="Clear"
            accessibleLabel="Clear the log"
            question="This removes all requests of the outlet from the log. It changes nothing else."
            busy={busy}
            onConfirm={async () => {
              await run(() => call('DELETE /requests'), 'The log is empty.');
              // A paused log does not follow changes.
              requests.reload();
            }}
          />
        </>
      }
    >
      <RateLimitStrip keyId={filters.key} />
      <RequestFilters />
      <Loaded from={requests}>
        {(rows) => (
          <>
            <div class="card">
              <Table
                caption="Requests"
                columns={requestColumns}
                rows={folded(rows)}
                empty={Object.keys(filters).length > 0 ? 'No request matches the filters.' : <FirstRequest />}
                keyOf={({ oldest }) => oldest}
              />
            </div>
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

/** Returns one row for requests in a row that failed in the same way. It shows the newest of them. */
function folded(requests: readonly RequestSummary[]): FoldedRequest[] {
  const rows: FoldedRequest[] = [];
  for (const request of requests) {
    const last = rows.at(-1);
    if (last && (request.status ?? 0) >= 400 && kindOf(last) === kindOf(request)) {
      last.count += 1;
      last.oldest = request.number;
    } else rows.push({ ...request, count: 1, oldest: request.number });
  }
  return rows;
}

/** Requests with different orders or idempotency keys are not of one kind, so that each order has a row. */
function kindOf(request: RequestSummary): string {
  const { method, path, status, reason, keyId, idempotencyKey, isReplay, orderId, fault } = request;
  return JSON.stringify([method, path, status, reason, keyId, idempotencyKey, isReplay, orderId, fault]);
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((value) => ({
  value,
  label: value,
}));

const statuses = [
  { value: 'failed', label: 'All failures' },
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
      <SearchFilter placeholder="Path, body or idempotency key" />
      <KeyFilter />
      <SelectFilter name="method" label="Method" all="All methods" options={methods} />
      <SelectFilter name="status" label="Status" all="All statuses" options={statuses} />
      <SelectFilter name="kind" label="Kind" all="All requests" options={kinds} />
    </search>
  );
}
