import { useState } from 'preact/hooks';
import type { KeyView } from '../../../contract.js';
import { Button } from '../../components/button.js';
import { TextInput } from '../../components/inputs.js';
import { call } from '../../control.js';
import { useAction } from '../../use-action.js';

/** The webhook URL of a key, to edit in place. Changes by others do not replace what the reader has typed. */
export function WebhookUrlForm({ apiKey }: { apiKey: KeyView }) {
  const { id, label, webhookUrl } = apiKey;
  const [typed, setTyped] = useState<string>();
  const { run, busy } = useAction();

  async function save(): Promise<void> {
    const body = { webhookUrl: typed ?? webhookUrl };
    const done = body.webhookUrl === '' ? `${label} receives no webhooks.` : `Webhook URL of ${label} saved.`;
    if (await run(() => call('PUT /keys/:id', { id, body }), done)) setTyped(undefined);
  }

  return (
    <form
      class="row inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void save();
      }}
      onKeyDown={({ key }) => key === 'Escape' && setTyped(undefined)}
    >
      <TextInput
        type="url"
        label={`Webhook URL of ${label}`}
        placeholder="Receives no webhooks"
        value={typed ?? webhookUrl}
        onInput={setTyped}
      />
      {typed !== undefined && typed !== webhookUrl && (
        <>
          <Button kind="primary" small type="submit" busy={busy} label={`Save webhook URL of ${label}`}>
            Save
          </Button>
          <Button small label={`Cancel the change of ${label}`} onClick={() => setTyped(undefined)}>
            Cancel
          </Button>
        </>
      )}
    </form>
  );
}
