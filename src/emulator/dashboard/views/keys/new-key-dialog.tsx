import { useState } from 'preact/hooks';
import type { UseCase } from '../../../../entities/index.js';
import type { KeyView } from '../../../contract.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Field } from '../../components/field.js';
import { Form, FormActions } from '../../components/form.js';
import { Select, TextInput } from '../../components/inputs.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';
import { useCaseNames } from './use-case-names.js';

interface NewKeyDialogProps {
  open: boolean;
  onClose(): void;
  onCreated(created: { key: KeyView; token: string }): void;
}

export function NewKeyDialog({ open, onClose, onCreated }: NewKeyDialogProps) {
  return (
    <Dialog title="Create an API key" open={open} onClose={onClose}>
      <NewKeyForm onClose={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

const useCases: readonly UseCase[] = [
  'digital-ordering',
  'reservations',
  'order-data',
  'inventory-management',
];

function NewKeyForm({ onClose, onCreated }: Omit<NewKeyDialogProps, 'open'>) {
  const [useCase, setUseCase] = useState<UseCase>('digital-ordering');
  const [label, setLabel] = useState('');
  const [webhookUrl, setWebhookUrl] = useState('');
  const { run, busy } = useAction();

  function create(): void {
    void run(async () => onCreated(await call('POST /keys', { body: { useCase, label, webhookUrl } })));
  }

  return (
    <Form onSubmit={create}>
      <Field label="Use case" hint="It decides which webhooks the key receives, and cannot be changed.">
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
      <FormActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" busy={busy}>
          Create key
        </Button>
      </FormActions>
    </Form>
  );
}
