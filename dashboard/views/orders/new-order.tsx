import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { DialogForm } from '../../components/form.js';
import { NumberInput, Select } from '../../components/inputs.js';
import { call } from '../../control-client.js';
import { useData } from '../../use-data.js';
import { useLines } from '../../use-lines.js';

interface Item {
  /** `undefined` for the first item of the menu. */
  readonly menuItemId: string | undefined;
  readonly quantity: number | undefined;
}

const newItem: Item = { menuItemId: undefined, quantity: 1 };

/** The form of an order that staff enter, or that a key would create. */
export function NewOrder({ onClose }: { onClose(): void }) {
  const channels = useData('GET /channels', {}, ['channels']).data?.entries ?? [];
  const menuItems = useData('GET /menu/items', {}, ['menus']).data?.entries ?? [];
  const { data: keys = [] } = useData('GET /keys', {}, ['keys']);
  const [createdBy, setCreatedBy] = useState('');
  const [chosenId, setChosenId] = useState<string>();
  const [guestCount, setGuestCount] = useState<number>();
  const { lines, add, change, remove, element } = useLines([newItem]);
  const channelId = chosenId ?? channels[0]?.id ?? '';
  const idOf = ({ menuItemId }: Item) => menuItemId ?? menuItems[0]?.id ?? '';

  async function create(): Promise<void> {
    const items = lines.map((line) => ({ menuItemId: idOf(line), quantity: line.quantity ?? 1 }));
    const guests = guestCount === undefined ? {} : { guestCount };
    await call('POST /orders', { body: { createdBy, channelId, items, ...guests } });
  }

  return (
    <DialogForm submitLabel="Create order" done="The order is created." onSubmit={create} onClose={onClose}>
      <Field
        label="Created by"
        hint="Only the key that creates an order receives all its webhooks. An order of a key gets a test reference."
      >
        <Select
          value={createdBy}
          onChange={setCreatedBy}
          options={[
            { value: '', label: 'POS (staff)' },
            ...keys.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
      </Field>
      <Field label="Channel">
        <Select
          value={channelId}
          onChange={setChosenId}
          options={channels.map(({ id, name }) => ({ value: id, label: name ?? id }))}
        />
      </Field>
      <Field label="Guests" hint="Required for a reservation">
        <NumberInput value={guestCount} onInput={setGuestCount} min={1} step={1} />
      </Field>
      <fieldset class="form-lines" ref={element}>
        <legend>Items</legend>
        {lines.map((line, index) => (
          <div class="form-line" key={line.number}>
            <NumberInput
              label={`Quantity of item ${index + 1}`}
              value={line.quantity}
              onInput={(quantity) => change({ ...line, quantity })}
              min={1}
              step={1}
              required
            />
            <Select
              label={`Item ${index + 1}`}
              value={idOf(line)}
              onChange={(menuItemId) => change({ ...line, menuItemId })}
              options={menuItems.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <Button kind="plain" small label={`Remove item ${index + 1}`} onClick={() => remove(line)}>
              Remove
            </Button>
          </div>
        ))}
        <Button small onClick={() => add(newItem)}>
          Add item
        </Button>
      </fieldset>
    </DialogForm>
  );
}
