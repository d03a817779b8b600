import { useState } from 'preact/hooks';
import type { KeyView } from '../../../src/emulator/contract/keys.js';
import type { FakeChannel, FakeMenuItem } from '../../../src/fake/index.js';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { DialogForm } from '../../components/form.js';
import { NumberInput, Select } from '../../components/inputs.js';
import { Loaded } from '../../components/loaded.js';
import { call } from '../../control-client.js';
import { useData } from '../../use-data.js';
import { useLines } from '../../use-lines.js';

/** The form of an order that staff enter, or that a key would create. */
export function NewOrder({ onClose }: { onClose(): void }) {
  const channels = useData('GET /channels', {}, ['channels']);
  const menu = useData('GET /menu/items', {}, ['menus']);
  const keys = useData('GET /keys', {}, ['keys']);
  return (
    <Loaded from={channels}>
      {({ entries }) => (
        <Loaded from={menu}>
          {({ entries: menuItems }) => (
            <NewOrderForm channels={entries} menuItems={menuItems} keys={keys.data ?? []} onClose={onClose} />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface Item {
  readonly menuItemId: string;
  readonly quantity: number | undefined;
}

interface NewOrderFormProps {
  channels: readonly FakeChannel[];
  menuItems: readonly FakeMenuItem[];
  keys: readonly KeyView[];
  onClose(): void;
}

function NewOrderForm({ channels, menuItems, keys, onClose }: NewOrderFormProps) {
  const firstItem: Item = { menuItemId: menuItems[0]?.id ?? '', quantity: 1 };
  const [createdBy, setCreatedBy] = useState('');
  const [channelId, setChannelId] = useState(channels[0]?.id ?? '');
  const [guestCount, setGuestCount] = useState<number>();
  const { lines, add, change, remove, element } = useLines([firstItem]);

  async function create(): Promise<void> {
    const items = lines.map(({ menuItemId, quantity }) => ({ menuItemId, quantity: quantity ?? 1 }));
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
          onChange={setChannelId}
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
              value={line.menuItemId}
              onChange={(menuItemId) => change({ ...line, menuItemId })}
              options={menuItems.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <Button kind="plain" small label={`Remove item ${index + 1}`} onClick={() => remove(line)}>
              Remove
            </Button>
          </div>
        ))}
        <Button small onClick={() => add(firstItem)}>
          Add item
        </Button>
      </fieldset>
    </DialogForm>
  );
}
