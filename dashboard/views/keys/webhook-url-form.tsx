import { useState } from 'preact/hooks';
import type { KeyView } from '../../../src/emulator/contract/keys.js';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { TextInput } from '../../components/inputs.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';

/** The webhook URL of a key, to edit in place. Changes by others do not replace what the reader has typed. */
export function WebhookUrlForm({ apiKey }: { apiKey: KeyView }) {
  const { id, label, webhookUrl } = apiKey;
  const [typed, setTyped] = useState<string>();
  const { run, busy } = useAction();
  const isEdited = typed !== undefined && typed !== webhookUrl;

  async function save(): Promise<void> {
    const body = { webhookUrl: typed ?? webhookUrl };
    const done = body.webhookUrl === '' ? `${label} receives no webhooks.` : `Webhook URL of ${label} saved.`;
    if (await run(() => call('PATCH /keys/{id}', { id, body }), done)) setTyped(undefined);
  }

  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isEdited && !busy) void save();
      }}
      onKeyDown={({ key }) => key === 'Escape' && setTyped(undefined)}
    >
      <Field label="Webhook URL">
        <TextInput
          type="url"
          placeholder="None: receives no webhooks"
          value={typed ?? webhookUrl}
          onInput={setTyped}
        />
      </Field>
      {isEdited && (
        <>
          <Button kind="primary" type="submit" busy={busy} label={`Save the change of ${label}`}>
            Save
          </Button>
          <Button label={`Cancel the change of ${label}`} onClick={() => setTyped(undefined)}>
            Cancel
          </Button>
        </>
      )}
    </form>
  );
}
