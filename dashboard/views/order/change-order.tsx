import type { OrderView } from '../../../src/emulator/contract/orders.js';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { Form } from '../../components/form.js';
import { NumberInput, Select } from '../../components/inputs.js';
import { Section } from '../../components/page.js';
import { call } from '../../control-client.js';
import { useData } from '../../use-data.js';
import { useEdits } from '../../use-edits.js';

interface ChangeOrderProps {
  view: OrderView;
  reload(): void;
}

/** The guests and the table. An edited value stays while other changes of the order arrive. */
export function ChangeOrder({ view, reload }: ChangeOrderProps) {
  return (
    <Section title="Guests and table">
      <div class="grid">
        <ChangeGuests view={view} reload={reload} />
        <MoveTable view={view} reload={reload} />
      </div>
    </Section>
  );
}

function ChangeGuests({ view: { card }, reload }: ChangeOrderProps) {
  const { edited, edit, save, busy } = useEdits(card, reload);
  const { guestCount } = edited;

  async function submit(): Promise<void> {
    if (guestCount === undefined) return;
    await save(
      () => call('POST /orders/{id}/guests', { id: card.id, body: { guestCount } }),
      'Guests saved.',
    );
  }

  return (
    <Form onSubmit={submit}>
      <div class="inline-form">
        <Field label="Guests">
          <NumberInput
            value={guestCount}
            onInput={(guestCount) => edit({ guestCount })}
            min={1}
            step={1}
            required
          />
        </Field>
        <Button type="submit" busy={busy}>
          Save guests
        </Button>
      </div>
    </Form>
  );
}

function MoveTable({ view: { card, order }, reload }: ChangeOrderProps) {
  const { data } = useData('GET /channels', {}, ['channels']);
  const { edited, edit, save, busy } = useEdits(order, reload);
  const tables = (data?.entries ?? []).filter(({ type }) => type === 'dine-in');
  const current = tables.find(({ id }) => id === edited.channelId)?.id ?? '';
  if (data === undefined) return null;

  const body = { channelId: current };
  const move = () => save(() => call('POST /orders/{id}/table', { id: card.id, body }), 'Table changed.');

  return (
    <Form onSubmit={move}>
      <div class="inline-form">
        <Field label="Table">
          <Select
            value={current}
            onChange={(channelId) => edit({ channelId })}
            required
            options={[
              ...(current === '' ? [{ value: '', label: 'No table' }] : []),
              ...tables.map(({ id, name }) => ({ value: id, label: name ?? id })),
            ]}
          />
        </Field>
        <Button type="submit" busy={busy}>
          Move to table
        </Button>
      </div>
    </Form>
  );
}
