import { useState } from 'preact/hooks';
import type { KeyView } from '../../../contract.js';
import { Assumption } from '../../components/assumption.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Field } from '../../components/field.js';
import { Form, FormActions } from '../../components/form.js';
import { Select, TextInput } from '../../components/inputs.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';

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
  const { run, busy } = useAction();
  const key = keys.find(({ id }) => id === keyId);
  if (!key) return <p>Create an API key first.</p>;

  const event = key.events.includes(chosen) ? chosen : (key.events[0] ?? '');
  const isAboutOrder = event.startsWith('order.');

  async function send(id: string): Promise<void> {
    const body = { event, orderId: isAboutOrder ? orderId : '' };
    const isSent = await run(
      () => call('POST /keys/:id/test-event', { id, body }),
      `${event} is on its way. The Webhooks view shows the attempt.`,
    );
    if (isSent) onClose();
  }

  return (
    <Form onSubmit={() => send(key.id)}>
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
      <FormActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" busy={busy} disabled={key.webhookUrl === ''}>
          Send event
        </Button>
      </FormActions>
    </Form>
  );
}

function PayloadNote() {
  return (
    <>
      The payload contains the event, a time, and the ID of the order <Assumption name="eventPayloads" />.
    </>
  );
}
