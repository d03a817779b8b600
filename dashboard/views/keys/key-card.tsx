import { useId, useState } from 'preact/hooks';
import type { KeyView } from '../../../src/emulator/contract/keys.js';
import { useCaseNames } from '../../../src/entities/use-case-names.js';
import { Badge } from '../../components/badges.js';
import { Button } from '../../components/button.js';
import { Code } from '../../components/code.js';
import { ConfirmButton } from '../../components/dialog.js';
import { call } from '../../control-client.js';
import { focusHeading } from '../../focus.js';
import { useAction } from '../../use-action.js';
import { TestEventDialog } from './test-event-dialog.js';
import { WebhookUrlForm } from './webhook-url-form.js';

/** One API key: its events and its actions. */
export function KeyCard({ apiKey }: { apiKey: KeyView }) {
  const { label, useCase, revoked, token, events } = apiKey;
  const id = useId();
  return (
    <article class="card" aria-labelledby={id}>
      <header class="card-header">
        <div>
          <h2 id={id}>{label}</h2>
          {label !== useCaseNames[useCase] && <span class="muted">{useCaseNames[useCase]}</span>}
        </div>
        <Badge tone={revoked ? 'bad' : 'good'}>{revoked ? 'Revoked' : 'Active'}</Badge>
      </header>
      {token !== undefined && <Code label={`Access token of ${label}`} text={token} />}
      <WebhookUrlForm apiKey={apiKey} />
      <ul class="tags" aria-label={`Events of ${label}`}>
        {events.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
      <KeyButtons apiKey={apiKey} />
    </article>
  );
}

function KeyButtons({ apiKey }: { apiKey: KeyView }) {
  const { id, label, revoked } = apiKey;
  const { run, busy } = useAction();
  const [isSending, setIsSending] = useState(false);

  return (
    <div class="row">
      <Button small label={`Send test event to ${label}`} onClick={() => setIsSending(true)}>
        Send test event
      </Button>
      {revoked ? (
        <Button
          small
          busy={busy}
          label={`Restore ${label}`}
          onClick={() => run(() => call('POST /keys/{id}/restore', { id }), `${label} is active again.`)}
        >
          Restore
        </Button>
      ) : (
        <ConfirmButton
          small
          busy={busy}
          label="Revoke"
          accessibleLabel={`Revoke ${label}`}
          question="Requests with this key then get a 401 at once. You can restore the key."
          onConfirm={() => run(() => call('POST /keys/{id}/revoke', { id }), `${label} is revoked.`)}
        />
      )}
      <ConfirmButton
        small
        kind="danger"
        busy={busy}
        label="Delete"
        accessibleLabel={`Delete ${label}`}
        question="Requests with this key then get a 401, and it receives no more webhooks. You cannot undo this."
        onConfirm={async () => {
          if (await run(() => call('DELETE /keys/{id}', { id }), `${label} is deleted.`)) focusHeading();
        }}
      />
      <TestEventDialog open={isSending} keys={[apiKey]} onClose={() => setIsSending(false)} />
    </div>
  );
}
