import type { DeliveryState, DeliverySummary } from '../../../src/emulator/contract/deliveries.js';
import { Badge, type Tone } from '../../components/badges.js';
import { useNow } from '../../components/clock.js';
import { formatDuration } from '../../components/values.js';
import { useOverview } from '../../use-overview.js';

const states: Readonly<Record<DeliveryState, readonly [label: string, tone: Tone]>> = {
  waiting: ['Waiting', 'neutral'],
  sending: ['Sending…', 'info'],
  retrying: ['Retrying', 'warning'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'bad'],
};

export const stateOptions = Object.entries(states).map(([value, [label]]) => ({ value, label }));

/** The state of a delivery, what its attempts led to, and when the next one begins. */
export function DeliveryStatus({ delivery }: { delivery: DeliverySummary }) {
  const { state, outcome, nextAttemptAt } = delivery;
  const [label, tone] = states[state];
  return (
    <span class="pair delivery-status">
      <span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      {outcome !== '' && <span class="small">{outcome}</span>}
      {nextAttemptAt !== undefined && (
        <span class="muted small">
          <Countdown to={nextAttemptAt} />
        </span>
      )}
    </span>
  );
}

function Countdown({ to }: { to: string }) {
  const now = useNow(1_000);
  const { data } = useOverview();
  if (now === undefined) return null;
  if (data?.isClockHeld) return <>Next attempt after the clock resumes</>;
  const seconds = Math.ceil((Date.parse(to) - now) / 1_000);
  return <>Next attempt {seconds > 0 ? `in ${formatDuration(seconds * 1_000)}` : 'now'}</>;
}
