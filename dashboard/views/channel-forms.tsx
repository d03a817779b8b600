import { useState } from 'preact/hooks';
import type { FakeChannel } from '../../src/fake/index.js';
import { Field } from '../components/field.js';
import { DialogForm } from '../components/form.js';
import { Select, TextInput } from '../components/inputs.js';
import { call } from '../control-client.js';

/** The names of the documented types of channels. */
export const channelTypes: Readonly<Record<string, string>> = {
  'dine-in': 'Table (dine-in)',
  partner: 'Ordering platform (partner)',
};

const notPublished = 'The change is not published yet.';

export function AddChannel({ onClose }: { onClose(): void }) {
  const [type, setType] = useState('dine-in');
  const [name, setName] = useState('');
  const [id, setId] = useState<string>();
  const shownId = id ?? (name.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');
  return (
    <DialogForm
      submitLabel="Add channel"
      done={`Added ${name}. ${notPublished}`}
      onSubmit={() => call('POST /channels', { body: { id: shownId, type, name } })}
      onClose={onClose}
    >
      <Field label="Name" hint="For an ordering platform, this is also the partner in menus and orders.">
        <TextInput value={name} onInput={setName} required />
      </Field>
      <Field label="Type">
        <Select
          value={type}
          onChange={setType}
          options={Object.entries(channelTypes).map(([value, label]) => ({ value, label }))}
        />
      </Field>
      <Field label="ID" hint="Orders refer to this ID. You cannot change it later.">
        <TextInput value={shownId} onInput={setId} required />
      </Field>
    </DialogForm>
  );
}

export function RenameChannel({ channel, onClose }: { channel: FakeChannel; onClose(): void }) {
  const [name, setName] = useState(channel.name ?? channel.id);
  return (
    <DialogForm
      submitLabel="Save"
      done={`Renamed the channel to ${name}. ${notPublished}`}
      onSubmit={() => call('PATCH /channels/{id}', { id: channel.id, body: { name } })}
      onClose={onClose}
    >
      <Field label="Name">
        <TextInput value={name} onInput={setName} required />
      </Field>
    </DialogForm>
  );
}
