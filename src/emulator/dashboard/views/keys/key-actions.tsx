import { useState } from 'preact/hooks';
import type { KeyView } from '../../../contract.js';
import { Button } from '../../components/button.js';
import { ConfirmButton } from '../../components/dialog.js';
import { call } from '../../control.js';
import { useAction } from '../../use-action.js';
import { TestEventDialog } from './test-event-dialog.js';

/** The buttons of a key. */
export function KeyActions({ apiKey }: { apiKey: KeyView }) {
  const { id, label, revoked } = apiKey;
  const { run, busy } = useAction();
  const [isSending, setIsSending] = useState(false);

  return (
    <div class="row nowrap">
      <Button small label={`Send test event to ${label}`} onClick={() => setIsSending(true)}>
        Send test event
      </Button>
      {revoked ? (
        <Button
          small
          busy={busy}
          label={`Restore ${label}`}
          onClick={() => run(() => call('POST /keys/:id/restore', { id }), `${label} is active again.`)}
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
          onConfirm={() => run(() => call('POST /keys/:id/revoke', { id }), `${label} is revoked.`)}
        />
      )}
      <ConfirmButton
        small
        kind="danger"
        busy={busy}
        label="Delete"
        accessibleLabel={`Delete ${label}`}
        question="Requests with this key then get a 401, and it receives no more webhooks. You cannot undo this."
        onConfirm={() => run(() => call('DELETE /keys/:id', { id }), `${label} is deleted.`)}
      />
      <TestEventDialog open={isSending} keys={[apiKey]} onClose={() => setIsSending(false)} />
    </div>
  );
}
