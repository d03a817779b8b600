import { useState } from 'preact/hooks';
import { Badge } from '../../components/badges.js';
import { ConfirmButton } from '../../components/dialog.js';
import { Field } from '../../components/field.js';
import { NumberInput } from '../../components/inputs.js';
import { Loaded } from '../../components/loaded.js';
import { Section } from '../../components/page.js';
import { call } from '../../control.js';
import { linkTo } from '../../location.js';
import { useAction } from '../../use-action.js';
import { useData } from '../../use-data.js';

const lost =
  'Orders, edits, requests, webhooks and faults are lost, and the clock is set back. API keys stay.';

export function ResetSection() {
  const assumptions = useData('GET /assumptions', {}, ['assumptions']);
  const [typedSeed, setSeed] = useState<number>();
  const { run, busy } = useAction();

  function reset(body: { hostile?: boolean; seed?: number }, done: string): void {
    void run(() => call('POST /reset', { body }), done);
  }

  return (
    <>
      <Section title="Reset">
        <p>Restores the initial channels, menu, orders, goods receipts and outlet details. API keys stay.</p>
        <div class="row">
          <ConfirmButton
            kind="danger"
            label="Reset"
            accessibleLabel="Reset the emulator"
            question={`This restores the initial data. ${lost}`}
            busy={busy}
            onConfirm={() => reset({}, 'The emulator has its initial data.')}
          />
        </div>
      </Section>
      <Section title="Hostile mode">
        <p>
          Hostile mode chooses each <a href={linkTo('assumptions')}>assumption</a> at random, so the emulator
          is as difficult as the API specification allows. The same seed chooses the same assumptions.
        </p>
        <Loaded from={assumptions}>
          {({ hostile, seed }) => (
            <>
              <p>
                Hostile mode is{' '}
                {hostile ? <Badge tone="warning">On with seed {seed}</Badge> : <Badge>Off</Badge>}
              </p>
              <Field label="Seed">
                <NumberInput value={typedSeed ?? seed} onInput={setSeed} min={0} step={1} required />
              </Field>
              <div class="row">
                <ConfirmButton
                  label={hostile ? 'Choose again' : 'Turn on'}
                  accessibleLabel={hostile ? 'Choose again with this seed' : 'Turn on hostile mode'}
                  question={`This chooses the assumptions at random and restores the initial data. ${lost}`}
                  busy={busy}
                  onConfirm={() => reset({ hostile: true, seed: typedSeed ?? seed }, 'Hostile mode is on.')}
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
            </>
          )}
        </Loaded>
      </Section>
    </>
  );
}
