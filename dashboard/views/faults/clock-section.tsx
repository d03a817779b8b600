import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { Clock } from '../../components/clock.js';
import { Field } from '../../components/field.js';
import { NumberInput, Select } from '../../components/inputs.js';
import { Loaded } from '../../components/loaded.js';
import { Section } from '../../components/page.js';
import { Facts, formatDuration } from '../../components/values.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';
import { useOverview } from '../../use-overview.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const steps = [
  { label: '+1 minute', milliseconds: minute },
  { label: '+1 hour', milliseconds: hour },
  { label: '+1 day', milliseconds: day },
];

const units = [
  { value: '1000', label: 'seconds' },
  { value: String(minute), label: 'minutes' },
  { value: String(hour), label: 'hours' },
  { value: String(day), label: 'days' },
];

export function ClockSection() {
  const overview = useOverview();
  const [amount, setAmount] = useState<number | undefined>(30);
  const [unit, setUnit] = useState(String(minute));
  const { run, busy } = useAction();

  function advance(milliseconds: number): void {
    const done = `The clock has moved ahead by ${formatDuration(milliseconds)}.`;
    void run(() => call('POST /clock/advance', { body: { milliseconds } }), done);
  }

  return (
    <Section title="Clock">
      <p class="muted">
        The clock only goes forward. Webhook retries that are then due start at once. While it is held, they
        wait, and the rate limit gets no new window. A reset sets it back.
      </p>
      <Loaded from={overview}>
        {({ clockAheadBy, isClockHeld }) => (
          <>
            <Facts
              facts={[
                ['Now', <Clock key="now" />],
                ['Ahead of real time', clockAheadBy === 0 ? 'No' : `By ${formatDuration(clockAheadBy)}`],
              ]}
            />
            <div class="row">
              {isClockHeld ? (
                <Button
                  kind="primary"
                  busy={busy}
                  onClick={() => run(() => call('POST /clock/resume'), 'The clock runs again.')}
                >
                  Resume
                </Button>
              ) : (
                <Button busy={busy} onClick={() => run(() => call('POST /clock/hold'), 'The clock is held.')}>
                  Hold
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
      <div class="row">
        {steps.map(({ label, milliseconds }) => (
          <Button key={label} small busy={busy} onClick={() => advance(milliseconds)}>
            {label}
          </Button>
        ))}
      </div>
      <form
        class="toolbar"
        onSubmit={(event) => {
          event.preventDefault();
          if (amount !== undefined && !busy) advance(Math.round(amount * Number(unit)));
        }}
      >
        <Field label="Move ahead by">
          <NumberInput value={amount} onInput={setAmount} min={0.001} required />
        </Field>
        <Field label="Unit">
          <Select value={unit} onChange={(value) => setUnit(value)} options={units} />
        </Field>
        <Button type="submit" busy={busy}>
          Move the clock
        </Button>
      </form>
    </Section>
  );
}
