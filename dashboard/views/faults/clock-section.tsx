import { Button } from '../../components/button.js';
import { Clock } from '../../components/clock.js';
import { Loaded } from '../../components/loaded.js';
import { Section } from '../../components/page.js';
import { Facts, formatDuration } from '../../components/values.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';
import { useOverview } from '../../use-overview.js';

const steps = [
  { label: '+1 minute', milliseconds: 60_000 },
  { label: '+1 hour', milliseconds: 3_600_000 },
  { label: '+1 day', milliseconds: 86_400_000 },
];

export function ClockSection() {
  const { run, busy } = useAction();
  return (
    <Section title="Clock">
      <Loaded from={useOverview()}>
        {({ clockAheadBy, isClockHeld }) => (
          <>
            <Facts
              facts={[
                ['Now', <Clock key="now" />],
                // A clock that is held falls behind.
                [
                  'Ahead of real time',
                  isClockHeld ? '' : clockAheadBy === 0 ? 'No' : `By ${formatDuration(clockAheadBy)}`,
                ],
              ]}
            />
            <div class="row">
              <Button
                kind={isClockHeld ? 'primary' : undefined}
                busy={busy}
                onClick={() => run(() => call(`POST /clock/${isClockHeld ? 'resume' : 'hold'}`))}
              >
                {isClockHeld ? 'Resume' : 'Hold'}
              </Button>
              {steps.map(({ label, milliseconds }) => (
                <Button
                  key={label}
                  busy={busy}
                  onClick={() =>
                    run(
                      () => call('POST /clock/advance', { body: { milliseconds } }),
                      `The clock has moved ahead by ${formatDuration(milliseconds)}.`,
                    )
                  }
                >
                  {label}
                </Button>
              ))}
            </div>
          </>
        )}
      </Loaded>
      <p class="muted">
        Webhook retries that are then due start at once. While the clock is held, they wait, and the rate
        limit gets no new window. A reset sets the clock back.
      </p>
    </Section>
  );
}
