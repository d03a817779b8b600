import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { RequestView } from '../../src/emulator/contract/requests.js';
import { Button } from '../components/button.js';
import { Code, CopyButton, Headers } from '../components/code.js';
import { Checkbox } from '../components/inputs.js';
import { Loaded } from '../components/loaded.js';
import { Neighbours } from '../components/neighbours.js';
import { Page, Section } from '../components/page.js';
import { Facts, milliseconds, Time } from '../components/values.js';
import { call } from '../control-client.js';
import { currentFilters, currentQuery, linkTo } from '../location.js';
import { useAction } from '../use-action.js';
import { useData } from '../use-data.js';
import { CompareRequests, CompareWithRequest } from './request/compare-requests.js';
import { notesOf, RequestStatus } from './request-table.js';

/** One request with its response. */
export function RequestDetail({ id }: { id: string }) {
  const request = useData('GET /requests/{id}', { id }, ['requests']);
  const { data } = request;
  const other = currentQuery().with;
  const query = { ...currentFilters(), limit: 2_000 };
  const { data: rows } = useData('GET /requests', { query }, []);
  return (
    <Page
      title={data ? `${data.method} ${data.path}` : `Request ${id}`}
      lead={<Neighbours view="requests" all="All requests" rows={rows} current={Number(id)} />}
      actions={data && <CompareWithRequest request={data} />}
    >
      <Loaded from={request}>
        {(loaded) =>
          other ? <CompareRequests request={loaded} other={other} /> : <Exchange request={loaded} />
        }
      </Loaded>
    </Page>
  );
}

function Exchange({ request }: { request: RequestView }) {
  const { reason, requestHeaders, requestBody, isRequestCut, rejectedFields } = request;
  return (
    <>
      <Section title="Summary">
        {reason !== undefined && <p class="notice">{reason}</p>}
        <Facts facts={factsOf(request)} />
      </Section>
      <Section title="Send it again">
        <SendAgain request={request} />
      </Section>
      <div class="beside">
        <Section title="Request">
          <Headers label="Request headers" headers={requestHeaders} />
          {requestBody !== '' && <Code label="Request body" text={requestBody} marked={rejectedFields} />}
          {isRequestCut && <CutNote />}
        </Section>
        <Section title="Response">
          <Response request={request} />
        </Section>
      </div>
    </>
  );
}

function factsOf(request: RequestView) {
  const { at, duration, keyLabel, idempotencyKey, events, windowEnd, remaining } = request;
  return [
    ['Status', <RequestStatus key="status" request={request} />],
    ['Time', <Time key="time" at={at} exact />],
    ['Duration', milliseconds(duration) || 'Waiting for the response'],
    ['API key', keyLabel ?? 'None'],
    ['Idempotency key', idempotencyKey && <code key="key">{idempotencyKey}</code>],
    ['Notes', notesOf(request)],
    ['Webhooks', events.length > 0 ? <Events key="events" events={events} /> : ''],
    [
      'Rate limit',
      windowEnd && (
        <Fragment key="window">
          {remaining} left until <Time at={windowEnd} />
        </Fragment>
      ),
    ],
  ] as const;
}

function Events({ events }: { events: readonly number[] }) {
  return (
    <span class="row">
      {events.map((number) => (
        <a key={number} href={linkTo('webhooks', String(number))}>
          Event {number}
        </a>
      ))}
    </span>
  );
}

function Response({ request }: { request: RequestView }) {
  const { status, duration, reason, responseHeaders, responseBody, isResponseCut } = request;
  if (status === null) {
    return <p>{duration === null ? 'Waiting for the response.' : reason}</p>;
  }
  return (
    <>
      <Headers label="Response headers" headers={responseHeaders} />
      <Code label="Response body" text={responseBody} />
      {isResponseCut && <CutNote />}
    </>
  );
}

/** What the same request leads to. */
const repetitionTexts: Readonly<Record<NonNullable<RequestView['repetition']>, string>> = {
  replayed:
    'The API knows the idempotency key: it returns its first response again, and has no other effect.',
  performed: 'The API handles the request as a new one.',
  rejected: 'The API knows the idempotency key from another request, so it responds with 409.',
  unauthorized: 'The API key is revoked or deleted, so the API responds with 401.',
};

/** The request as a command and as code, with its idempotency key or a new one. */
function SendAgain({ request }: { request: RequestView }) {
  const [isNewKey, setIsNewKey] = useState(false);
  const { run, busy } = useAction();
  const { repetition } = request;
  const code = isNewKey ? request.withNewKey : request.again;
  if (!code) return <p class="muted">The log does not have the whole body of this request.</p>;
  const send = () => call('POST /requests/{id}/send', { id: String(request.number), body: { isNewKey } });
  return (
    <>
      {request.idempotencyKey !== undefined && (
        <Checkbox label="Use a new idempotency key" checked={isNewKey} onChange={setIsNewKey} />
      )}
      {repetition && (
        <p class="muted" role="status">
          {repetitionTexts[isNewKey && repetition !== 'unauthorized' ? 'performed' : repetition]}
        </p>
      )}
      <div class="row">
        <Button busy={busy} onClick={() => run(send, 'The request was sent again.')}>
          Send
        </Button>
        <CopyButton text={code.curl} label="curl" showsLabel />
        {code.sdk !== undefined && <CopyButton text={code.sdk} label="SDK code" showsLabel />}
      </div>
    </>
  );
}

function CutNote() {
  return <p class="muted">The log keeps the first 64 KB of a body.</p>;
}
