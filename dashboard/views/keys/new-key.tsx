import { useState } from 'preact/hooks';
import type { KeyView } from '../../../src/emulator/contract/keys.js';
import { type UseCase, useCases } from '../../../src/entities/use-case.js';
import { useCaseNames } from '../../../src/entities/use-case-names.js';
import { Field } from '../../components/field.js';
import { DialogForm } from '../../components/form.js';
import { Select, TextInput } from '../../components/inputs.js';
import { call } from '../../control-client.js';

interface NewKeyProps {
  onClose(): void;
  onCreated(created: { key: KeyView; token: string }): void;
}

export function NewKey({ onClose, onCreated }: NewKeyProps) {
  const [useCase, setUseCase] = useState<UseCase>('digital-ordering');
  const [label, setLabel] = useState('');
  const [webhookUrl, setWebhookUrl] = useState('');

  async function create(): Promise<void> {
    onCreated(await call('POST /keys', { body: { useCase, label, webhookUrl } }));
  }

  return (
    <DialogForm submitLabel="Create key" onSubmit={create} onClose={onClose}>
      <Field
        label="Use case"
        hint="The use case decides which webhooks the key receives. You cannot change it later."
      >
        <Select
          value={useCase}
          onChange={(value: UseCase) => setUseCase(value)}
          options={useCases.map((value) => ({ value, label: useCaseNames[value] }))}
        />
      </Field>
      <Field label="Label" hint="A name for the key, such as the name of your integration.">
        <TextInput value={label} onInput={setLabel} required />
      </Field>
      <Field label="Webhook URL" hint="Leave it empty to receive no webhooks.">
        <TextInput
          type="url"
          value={webhookUrl}
          onInput={setWebhookUrl}
          placeholder="http://127.0.0.1:3000/webhooks"
        />
      </Field>
    </DialogForm>
  );
}
