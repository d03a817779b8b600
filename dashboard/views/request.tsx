import { useState } from 'preact/hooks';
import type { RequestView } from '../../src/emulator/contract/requests.js';
import { Assumption } from '../components/assumption.js';
import { Code } from '../components/code.js';
import { Checkbox } from '../components/inputs.js';
import { Loaded } from '../components/loaded.js';
import { Page, Section } from '../components/page.js';
import { Facts, milliseconds, Time } from '../components/values.js';
import { linkToList } from '../location.js';
import { useData } from '../use-data.js';
import { hasNotes, RequestNotes, RequestStatus, RequestWindow } from './request-table.js';

/** One request with its response. */
export function RequestDetail({ id }: { id: string }) {
  const request = useData('GET /requests/{id}', { id }, ['requests']);
  const { data } = request;
  return (
    <Page
      title={data ? `${data.method} ${data.path}` : `Request ${id}`}
      lead={<a href={linkToList('requests')}>All requests</a>}
    >
      <Loaded from={request}>
        {(request) => (
          <>
            <Section title="Summary">
              {request.reason !== undefined && <p class="notice">{request.reason}</p>}
              <Facts facts={factsOf(request)} />
            </Section>
            <Section title="Request">
              <Code label="Request headers" text={headersText(request.requestHeaders)} />
              {request.requestBody !== '' && <Code label="Request body" text={request.requestBody} />}
              {request.isRequestCut && <CutNote />}
            </Section>
            <Section title="Response">
              <Response request={request} />
            </Section>
            <Section title="Send it again">
              <SendAgain request={request} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function factsOf(request: RequestView) {
  const { at, duration, keyLabel, idempotencyKey, windowEnd } = request;
  return [
    ['Status', <RequestStatus key="status" request={request} />],
    ['Time', <Time key="time" at={at} />],
    ['Duration', milliseconds(duration) || 'Waiting for the response'],
    ['API key', keyLabel ?? 'None'],
    ['Idempotency key', idempotencyKey && <code key="key">{idempotencyKey}</code>],
    ['Notes', hasNotes(request) ? <RequestNotes key="notes" request={request} /> : ''],
    ['Rate limit', windowEnd && <Window key="window" request={request} />],
  ] as const;
}

function Window({ request }: { request: RequestView }) {
  return (
    <>
      <RequestWindow request={request} /> <Assumption name="windowPhase" />
    </>
  );
}

function Response({ request }: { request: RequestView }) {
  const { status, duration, reason, responseHeaders, responseBody, isResponseCut } = request;
  if (status === null) {
    return <p>{duration === null ? 'Waiting for the response.' : reason}</p>;
  }
  return (
    <>
      <Code label="Response headers" text={headersText(responseHeaders)} />
      <Code label="Response body" text={responseBody} />
      {isResponseCut && <CutNote />}
    </>
  );
}

/** The request as a command and as code, with its idempotency key or a new one. */
function SendAgain({ request }: { request: RequestView }) {
  const [isNewKey, setIsNewKey] = useState(false);
  const code = isNewKey ? request.withNewKey : request.again;
  if (!code) return <p class="muted">The log does not have the whole body of this request.</p>;
  return (
    <>
      {request.idempotencyKey !== undefined && (
        <>
          <Checkbox label="Use a new idempotency key" checked={isNewKey} onChange={setIsNewKey} />
          <p class="muted" role="status">
            {isNewKey
              ? 'The API performs the request again.'
              : 'This repeats the idempotency key, so the API returns its first response again, and has no other effect.'}
          </p>
        </>
      )}
      <Code label="curl" text={code.curl} />
      {code.sdk !== undefined && <Code label="SDK code" text={code.sdk} />}
    </>
  );
}

function CutNote() {
  return <p class="muted">The log keeps the first 64 KB of a body.</p>;
}

function headersText(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
