import { useState } from 'preact/hooks';
import type { RequestView } from '../../../contract/requests.js';
import { Code } from '../../components/code.js';
import { Checkbox } from '../../components/inputs.js';

/** The request as a command and as code, with its idempotency key or a new one. */
export function SendAgain({ request }: { request: RequestView }) {
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
