import { useState } from 'preact/hooks';
import type { RequestView } from '../../../contract.js';
import { Code } from '../../components/code.js';
import { Checkbox } from '../../components/inputs.js';

/** The request as a command and as code, with its idempotency key or a new one. */
export function SendAgain({ request }: { request: RequestView }) {
  const [isNewKey, setIsNewKey] = useState(false);
  const { curl, sdk } = isNewKey ? request.withNewKey : request.again;
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
      <Code label="curl" text={curl} />
      {sdk !== undefined && <Code label="SDK code" text={sdk} />}
    </>
  );
}
