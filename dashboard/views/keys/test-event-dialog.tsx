import { useState } from 'preact/hooks';
import type { KeyView } from '../../../src/emulator/contract/keys.js';
import { Assumption } from '../../components/assumption.js';
import { Dialog } from '../../components/dialog.js';
import { Field } from '../../components/field.js';
import { DialogForm } from '../../components/form.js';
import { Select, TextInput } from '../../components/inputs.js';
import { call } from '../../control-client.js';
import { useData } from '../../use-data.js';

/** How many orders of each status the dialog offers. */
const maxOrders = 5;

interface FormProps {
  /** The keys to choose from. The dialog selects the first one that has a webhook URL. */
  keys: readonly KeyView[];
  onClose(): void;
}

export function TestEventDialog({ open, ...props }: FormProps & { open: boolean }) {
  return (
    <Dialog title="Send a test event" open={open} onClose={props.onClose}>
      <TestEventForm {...props} />
    </Dialog>
  );
}

function TestEventForm({ keys, onClose }: FormProps) {
  const [keyId, setKeyId] = useState((keys.find(({ webhookUrl }) => webhookUrl !== '') ?? keys[0])?.id ?? '');
  const [chosen, setEvent] = useState('');
  const [chosenId, setChosenId] = useState<string>();
  const [typedId, setTypedId] = useState('');
  // The orders are read once, so that the chosen one stays in the list.
  const { data: board } = useData('GET /board', { query: { limit: maxOrders } }, []);
  const orders = (board?.columns.flatMap((column) => column.orders) ?? []).sort(
    (one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt),
  );
  const listedId = chosenId ?? orders[0]?.id ?? '';
  const key = keys.find(({ id }) => id === keyId);
  if (!key) return <p>Create an API key first.</p>;

  const event = key.events.includes(chosen) ? chosen : (key.events[0] ?? '');
  const isAboutOrder = event.startsWith('order.');

  const body = { event, orderId: isAboutOrder ? listedId || typedId : '' };

  return (
    <DialogForm
      submitLabel="Send event"
      disabled={key.webhookUrl === '' || board === undefined}
      done={`Sent ${event}. The Webhooks view shows the attempt.`}
      onSubmit={() => call('POST /keys/{id}/test-event', { id: key.id, body })}
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
      <Field label="Event" hint={<Assumption name="eventPayloads" />}>
        <Select
          value={event}
          onChange={setEvent}
          options={key.events.map((value) => ({ value, label: value }))}
        />
      </Field>
      {isAboutOrder && (
        <Field label="Order">
          <Select
            value={listedId}
            onChange={setChosenId}
            options={[
              ...orders.map(({ id, title }) => ({
                value: id,
                label: title === id ? id : `${title} (${id})`,
              })),
              { value: '', label: 'Another order' },
            ]}
          />
        </Field>
      )}
      {isAboutOrder && board && listedId === '' && (
        <Field label="Order ID" hint="The order does not need to exist, but your integration may fetch it.">
          <TextInput value={typedId} onInput={setTypedId} required placeholder="o-1" />
        </Field>
      )}
    </DialogForm>
  );
}
