import type { FaultForm } from '../../../src/emulator/contract/faults.js';
import { Button } from '../../components/button.js';
import { Section } from '../../components/page.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';

/** What integrations must survive, with one click each. */
const presets: readonly { readonly label: string; readonly body: FaultForm }[] = [
  { label: 'Lose the response of the next POST', body: { method: 'POST', fault: 'lost-response' } },
  { label: '429 for 5 s', body: { fault: 'rate-limited', lasting: 5_000 } },
  { label: 'API down for 20 s', body: { fault: 'unavailable', lasting: 20_000 } },
];

export function Presets() {
  const { run, busy } = useAction();
  return (
    <Section title="Usual faults">
      <div class="row">
        {presets.map(({ label, body }) => (
          <Button
            key={label}
            busy={busy}
            onClick={() => run(() => call('POST /faults', { body }), `Active: ${label}.`)}
          >
            {label}
          </Button>
        ))}
      </div>
    </Section>
  );
}
