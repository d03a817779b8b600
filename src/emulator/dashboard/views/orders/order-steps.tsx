import type { OrderStep } from '../../../../fake/controls/order-controls.js';
import type { OrderCard } from '../../../contract/orders.js';
import { Button } from '../../components/button.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';

/** The text of the button of each step, and the outcome. */
const steps: Readonly<Record<OrderStep, readonly [label: string, outcome: string]>> = {
  inKitchen: ['In kitchen', 'is in the kitchen'],
  ready: ['Ready', 'is ready for pickup'],
  complete: ['Complete', 'is complete'],
  cancel: ['Cancel', 'is cancelled'],
  reopen: ['Reopen', 'is open again'],
};

/** Whether the order is complete or cancelled. Staff can republish its last event, but not change it. */
export function hasEnded({ status }: OrderCard): boolean {
  return status === 'complete' || status === 'cancelled';
}

interface OrderStepsProps {
  card: OrderCard;
  small?: boolean;
  /** Runs before the order changes. */
  onTake?(): void;
}

/** A button for each step that the status of the order allows. */
export function OrderSteps({ card: { id, title, steps: allowed }, small, onTake }: OrderStepsProps) {
  const { run, busy } = useAction();

  async function take(step: OrderStep): Promise<void> {
    const [, outcome] = steps[step];
    onTake?.();
    await run(() => call(`POST /orders/{id}/${step}`, { id }), `${title} ${outcome}.`);
  }

  if (allowed.length === 0) return null;
  return (
    <div class="row">
      {allowed.map((step) => (
        <Button
          key={step}
          small={small}
          kind={step === 'cancel' && !small ? 'danger' : undefined}
          busy={busy}
          label={`${steps[step][0]} ${title}`}
          onClick={() => take(step)}
        >
          {steps[step][0]}
        </Button>
      ))}
    </div>
  );
}
