import type { OutletView } from '../../src/emulator/contract/outlet.js';
import type { FakeOutletDetails } from '../../src/fake/index.js';
import { Assumption } from '../components/assumption.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';
import { Form, FormActions } from '../components/form.js';
import { TextInput } from '../components/inputs.js';
import { Loaded } from '../components/loaded.js';
import { Page, Section } from '../components/page.js';
import { Facts } from '../components/values.js';
import { call } from '../control-client.js';
import { useData } from '../use-data.js';
import { useEdits } from '../use-edits.js';

/** The details of the outlet, which the merchant edits. */
export function OutletDetails() {
  const outlet = useData('GET /details', {}, ['outlet']);
  return (
    <Page
      title="Outlet details"
      lead={
        <>
          Saving sends outlet.updated. The fields of an outlet are undocumented.{' '}
          <Assumption name="the-fields-and-endpoints-of-the-outlet" />
        </>
      }
    >
      <Loaded from={outlet}>
        {(data) => (
          <>
            <DetailsForm details={data.details} reload={outlet.reload} />
            <Identity outlet={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface DetailsFormProps {
  details: FakeOutletDetails;
  reload(): void;
}

function DetailsForm({ details, reload }: DetailsFormProps) {
  const { edited, edit, save, busy } = useEdits(details, reload);
  const { name, address, phoneNumber } = edited;
  const submit = () =>
    save(() => call('PATCH /details', { body: edited }), 'Saved, and sent outlet.updated.');

  return (
    <Section title="Details">
      <Form onSubmit={submit}>
        <div class="fields">
          <Field label="Name">
            <TextInput value={name} onInput={(name) => edit({ name })} required />
          </Field>
          <Field label="Address">
            <TextInput value={address} onInput={(address) => edit({ address })} />
          </Field>
          <Field label="Phone number">
            <TextInput type="tel" value={phoneNumber} onInput={(phoneNumber) => edit({ phoneNumber })} />
          </Field>
        </div>
        <FormActions>
          <Button kind="primary" type="submit" busy={busy}>
            Save
          </Button>
        </FormActions>
      </Form>
    </Section>
  );
}

function Identity({ outlet: { outletId, merchantId, currency } }: { outlet: OutletView }) {
  const facts = [
    ['Outlet ID', <code>{outletId}</code>],
    ['Merchant ID', <code>{merchantId}</code>],
    ['Currency', currency],
  ] as const;
  return (
    <Section title="Identity">
      <Facts facts={facts} />
    </Section>
  );
}
