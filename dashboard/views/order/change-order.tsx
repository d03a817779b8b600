import { useEffect, useState } from 'preact/hooks';
import type { OrderView } from '../../../src/emulator/contract/orders.js';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { Form } from '../../components/form.js';
import { NumberInput, Select } from '../../components/inputs.js';
import { Section } from '../../components/page.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';
import { useData } from '../../use-data.js';

/** The guests and the table. An edited value stays while other changes of the order arrive. */
export function ChangeOrder({ view: { card, order } }: { view: OrderView }) {
  return (
    <Section title="Guests and table">
      <div class="grid">
        <ChangeGuests id={card.id} saved={card.guestCount} />
        <MoveTable id={card.id} saved={order.channelId} />
      </div>
    </Section>
  );
}

function ChangeGuests({ id, saved }: { id: string; saved: number | undefined }) {
  const [guestCount, setGuestCount] = useState(saved);
  useEffect(() => setGuestCount(saved), [saved]);
  const { run, busy } = useAction();

  function save(): void {
    if (guestCount === undefined) return;
    void run(() => call('POST /orders/{id}/guests', { id, body: { guestCount } }), 'Guests saved.');
  }

  return (
    <Form class="inline-form" onSubmit={save}>
      <Field label="Guests">
        <NumberInput value={guestCount} onInput={setGuestCount} min={1} step={1} required />
      </Field>
      <Button type="submit" busy={busy}>
        Save guests
      </Button>
    </Form>
  );
}

function MoveTable({ id, saved }: { id: string; saved: string | null | undefined }) {
  const { data } = useData('GET /channels', {}, ['channels']);
  const [chosen, setChosen] = useState(saved);
  useEffect(() => setChosen(saved), [saved]);
  const { run, busy } = useAction();
  if (data === undefined) return null;

  const tables = data.entries.filter(({ type }) => type === 'dine-in');
  const channelId = tables.some((table) => table.id === chosen) ? (chosen ?? '') : '';
  const move = () => call('POST /orders/{id}/table', { id, body: { channelId } });
  return (
    <Form class="inline-form" onSubmit={() => run(move, 'Table changed.')}>
      <Field label="Table">
        <Select
          value={channelId}
          onChange={setChosen}
          required
          options={[
            ...(channelId === '' ? [{ value: '', label: 'No table' }] : []),
            ...tables.map(({ id, name }) => ({ value: id, label: name ?? id })),
          ]}
        />
      </Field>
      <Button type="submit" busy={busy}>
        Move to table
      </Button>
    </Form>
  );
}
