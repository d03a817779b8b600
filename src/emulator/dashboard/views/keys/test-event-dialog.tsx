import { useState } from 'preact/hooks';
import type { KeyView } from '../../../contract.js';
import { Assumption } from '../../components/assumption.js';
import { Dialog } from '../../components/dialog.js';
import { Field } from '../../components/field.js';
import { DialogForm } from '../../components/form.js';
import { Select, TextInput } from '../../components/inputs.js';
import { call } from '../../control-client.js';

interface TestEventDialogProps {
  open: boolean;
  /** The keys to choose from. The dialog selects the first one that has a webhook URL. */
  keys: readonly KeyView[];
  onClose(): void;
}

export function TestEventDialog({ open, keys, onClose }: TestEventDialogProps) {
  return (
    <Dialog title="Send a test event" open={open} onClose={onClose}>
      <TestEventForm keys={keys} onClose={onClose} />
    </Dialog>
  );
}

function TestEventForm({ keys, onClose }: Omit<TestEventDialogProps, 'open'>) {
  const [keyId, setKeyId] = useState((keys.find(({ webhookUrl }) => webhookUrl !== '') ?? keys[0])?.id ?? '');
  const [chosen, setEvent] = useState('');
  const [orderId, setOrderId] = useState('');
  const key = keys.find(({ id }) => id === keyId);
  if (!key) return <p>Create an API key first.</p>;

  const event = key.events.includes(chosen) ? chosen : (key.events[0] ?? '');
  const isAboutOrder = event.startsWith('order.');

  const body = { event, orderId: isAboutOrder ? orderId : '' };

  return (
    <DialogForm
      submitLabel="Send event"
      disabled={key.webhookUrl === ''}
      done={`Sent ${event}. The Webhooks view shows the attempt.`}
      onSubmit={() => call('POST /keys/:id/test-event', { id: key.id, body })}
      onClose={onClose}
    >
      <Field
        label="API key"
        hint={key.webhookUrl === '' ? 'The key has no webhook URL. Set one first.' : `To ${key.webhookUrl}`}
      >
        <Select
          value={keyId}
          onChange={setKeyId}
          options={keys.map(({ id, label }) => ({ value: id, label }))}
        />
      </Field>
      <Field label="Event" hint={<PayloadNote />}>
        <Select
          value={event}
          onChange={setEvent}
          options={key.events.map((value) => ({ value, label: value }))}
        />
      </Field>
      {isAboutOrder && (
        <Field label="Order ID" hint="The order does not need to exist, but your integration may fetch it.">
          <TextInput value={orderId} onInput={setOrderId} required placeholder="o-1" />
        </Field>
      )}
    </DialogForm>
  );
}

function PayloadNote() {
  return (
    <>
      The payload contains the event, a time, and the ID of the order <Assumption name="eventPayloads" />.
    </>
  );
}
