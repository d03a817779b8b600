import { useState } from 'preact/hooks';
import type { OutletView } from '../../src/emulator/contract/outlet.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { Field } from '../components/field.js';
import { DialogForm } from '../components/form.js';
import { TextInput } from '../components/inputs.js';
import { Loaded } from '../components/loaded.js';
import { Facts } from '../components/values.js';
import { call } from '../control-client.js';
import { useData } from '../use-data.js';

/** A button that opens the details of the outlet, which the merchant edits. */
export function OutletDetails() {
  const outlet = useData('GET /details', {}, ['outlet']);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Outlet details
      </Button>
      <Dialog title="Outlet details" open={open} onClose={close}>
        <Loaded from={outlet}>{(loaded) => <DetailsForm outlet={loaded} onClose={close} />}</Loaded>
      </Dialog>
    </>
  );
}

const fields = [
  ['name', 'Name'],
  ['address', 'Address'],
  ['phoneNumber', 'Phone number'],
] as const;

function DetailsForm({ outlet, onClose }: { outlet: OutletView; onClose(): void }) {
  const [details, setDetails] = useState(outlet.details);
  return (
    <DialogForm
      submitLabel="Save"
      onSubmit={() => call('PATCH /details', { body: details })}
      done="Saved, and sent outlet.updated."
      onClose={onClose}
    >
      <Facts
        facts={[
          ['Outlet ID', <code key="outlet">{outlet.outletId}</code>],
          ['Merchant ID', <code key="merchant">{outlet.merchantId}</code>],
          ['Currency', outlet.currency],
        ]}
      />
      {fields.map(([name, label]) => (
        <Field key={name} label={label}>
          <TextInput
            value={details[name]}
            onInput={(text) => setDetails({ ...details, [name]: text })}
            required={name === 'name'}
          />
        </Field>
      ))}
    </DialogForm>
  );
}
