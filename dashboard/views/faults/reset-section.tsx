import { useState } from 'preact/hooks';
import { Badge } from '../../components/badges.js';
import { ConfirmButton } from '../../components/dialog.js';
import { Field } from '../../components/field.js';
import { NumberInput } from '../../components/inputs.js';
import { Loaded } from '../../components/loaded.js';
import { Section } from '../../components/page.js';
import { call } from '../../control-client.js';
import { linkTo } from '../../location.js';
import { useAction } from '../../use-action.js';
import { useData } from '../../use-data.js';

const lost =
  'Orders, edits, requests, webhooks, faults and added outlets are lost, and the clock is set back. API keys stay.';

function useReset() {
  const { run, busy } = useAction();
  const reset = (body: { hostile?: boolean; seed?: number }, done: string) =>
    run(() => call('POST /reset', { body }), done);
  return { reset, busy };
}

export function ResetSection() {
  const { reset, busy } = useReset();
  return (
    <Section title="Reset">
      <p class="muted">
        Restores the initial channels, menu, orders, goods receipts, outlet details and assumptions, and
        removes added outlets. API keys and webhook URLs stay.
      </p>
      <div class="row">
        <ConfirmButton
          kind="danger"
          label="Reset"
          accessibleLabel="Reset the emulator"
          question={`This restores the initial data. ${lost}`}
          busy={busy}
          onConfirm={() => reset({}, 'Restored the initial data.')}
        />
      </div>
    </Section>
  );
}

/** Hostile mode on or off, with a seed. */
export function HostileSection() {
  const assumptions = useData('GET /assumptions', {}, ['assumptions']);
  return (
    <Section title="Hostile mode">
      <p class="muted">
        Chooses each <a href={linkTo('assumptions')}>assumption</a> at random, so the emulator is as difficult
        as the API specification allows. The same seed chooses the same assumptions.
      </p>
      <Loaded from={assumptions}>
        {({ hostile, seed }) => (
          <>
            <p>
              Hostile mode is{' '}
              {hostile ? <Badge tone="warning">on with seed {seed}</Badge> : <Badge>off</Badge>}.
            </p>
            <HostileForm hostile={hostile} seed={seed} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function HostileForm({ hostile, seed }: { hostile: boolean; seed: number }) {
  const [typed, setTyped] = useState<number | undefined>(seed);
  const { reset, busy } = useReset();
  return (
    <div class="toolbar">
      <Field label="Seed">
        <NumberInput value={typed} onInput={setTyped} min={0} step={1} required />
      </Field>
      <ConfirmButton
        label={hostile ? 'Choose again' : 'Turn on'}
        accessibleLabel={hostile ? 'Choose again with this seed' : 'Turn on hostile mode'}
        question={`This chooses the assumptions at random and restores the initial data. ${lost}`}
        busy={busy}
        onConfirm={() => reset({ hostile: true, seed: typed ?? seed }, 'Hostile mode is on.')}
      />
      {hostile && (
        <ConfirmButton
          label="Turn off"
          accessibleLabel="Turn off hostile mode"
          question={`This sets the assumptions to their defaults and restores the initial data. ${lost}`}
          busy={busy}
          onConfirm={() => reset({ hostile: false }, 'Hostile mode is off.')}
        />
      )}
    </div>
  );
}
