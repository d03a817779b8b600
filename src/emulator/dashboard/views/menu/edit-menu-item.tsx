import { useState } from 'preact/hooks';
import type { FakeMenuItem } from '../../../../fake/outlet/state.js';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { DialogForm } from '../../components/form.js';
import { NumberInput, TextInput } from '../../components/inputs.js';
import { call } from '../../control-client.js';

interface PartnerPrice {
  /** Identifies the row while the form is open. */
  readonly number: number;
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
  const [partnerPrices, setPartnerPrices] = useState<readonly PartnerPrice[]>(() =>
    Object.entries(item.partnerPrices ?? {}).map(([partner, price], number) => ({ number, partner, price })),
  );

  function change(changed: PartnerPrice): void {
    setPartnerPrices(partnerPrices.map((row) => (row.number === changed.number ? changed : row)));
  }

  function add(): void {
    const number = (partnerPrices.at(-1)?.number ?? 0) + 1;
    setPartnerPrices([...partnerPrices, { number, partner: '', price: price }]);
  }

  async function save(): Promise<void> {
    const prices = partnerPrices.map(({ partner, price = 0 }) => [partner.trim(), price] as const);
    const body = { name, price: price ?? 0, partnerPrices: Object.fromEntries(prices) };
    await call('PUT /menu/:id', { id: item.id, body });
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
      <fieldset class="form-lines">
        <legend>Partner prices</legend>
        {partnerPrices.map((row, index) => (
          <div class="form-line wide-first" key={row.number}>
            <TextInput
              label={`Partner ${index + 1}`}
              placeholder="Partner"
              value={row.partner}
              onInput={(partner) => change({ ...row, partner })}
              required
            />
            <NumberInput
              label={`Price of partner ${index + 1} in ${currency}`}
              value={row.price}
              onInput={(price) => change({ ...row, price })}
              min={0}
              step={0.01}
              required
            />
            <Button
              kind="plain"
              small
              label={`Remove partner ${index + 1}`}
              onClick={() => setPartnerPrices(partnerPrices.filter((other) => other !== row))}
            >
              Remove
            </Button>
          </div>
        ))}
        <Button small onClick={add}>
          Add partner price
        </Button>
      </fieldset>
    </DialogForm>
  );
}
