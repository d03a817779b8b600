import { useState } from 'preact/hooks';
import type { FakeMenuItem } from '../../src/fake/index.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';
import { DialogForm } from '../components/form.js';
import { NumberInput, TextInput } from '../components/inputs.js';
import { call } from '../control-client.js';
import { useLines } from '../use-lines.js';

interface PartnerPrice {
  readonly partner: string;
  readonly price: number | undefined;
}

interface EditMenuItemProps {
  item: FakeMenuItem;
  currency: string;
  onClose(): void;
}

export function EditMenuItem({ item, currency, onClose }: EditMenuItemProps) {
  const [name, setName] = useState(item.name);
  const [price, setPrice] = useState<number | undefined>(item.price);
  const { lines, add, change, remove, element } = useLines<PartnerPrice>(
    Object.entries(item.partnerPrices ?? {}).map(([partner, price]) => ({ partner, price })),
  );

  async function save(): Promise<void> {
    const prices = lines.map(({ partner, price = 0 }) => [partner.trim(), price] as const);
    const body = { name, price: price ?? 0, partnerPrices: Object.fromEntries(prices) };
    await call('PATCH /menu/items/{id}', { id: item.id, body });
  }

  return (
    <DialogForm
      submitLabel="Save"
      done={`Saved ${name}. The change is not published yet.`}
      onSubmit={save}
      onClose={onClose}
    >
      <div class="fields">
        <Field label="Name">
          <TextInput value={name} onInput={setName} required />
        </Field>
        <Field label={`Price in ${currency}`}>
          <NumberInput value={price} onInput={setPrice} min={0} step={0.01} required />
        </Field>
      </div>
      <fieldset class="form-lines" ref={element}>
        <legend>Partner prices</legend>
        {lines.map((line, index) => (
          <div class="form-line wide-first" key={line.number}>
            <TextInput
              label={`Partner ${index + 1}`}
              placeholder="Partner"
              value={line.partner}
              onInput={(partner) => change({ ...line, partner })}
              required
            />
            <NumberInput
              label={`Price of partner ${index + 1} in ${currency}`}
              value={line.price}
              onInput={(price) => change({ ...line, price })}
              min={0}
              step={0.01}
              required
            />
            <Button kind="plain" small label={`Remove partner ${index + 1}`} onClick={() => remove(line)}>
              Remove
            </Button>
          </div>
        ))}
        <Button small onClick={() => add({ partner: '', price })}>
          Add partner price
        </Button>
      </fieldset>
    </DialogForm>
  );
}
