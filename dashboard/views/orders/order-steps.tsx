import { useId } from 'preact/hooks';
import type { OrderCard } from '../../../src/emulator/contract/orders.js';
import type { OrderStep } from '../../../src/fake/index.js';
import { Button } from '../../components/button.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';

/** The text of the button of each step, and the outcome. */
const steps: Readonly<Record<OrderStep, readonly [label: string, outcome: string]>> = {
  inKitchen: ['Send to kitchen', 'is in the kitchen'],
  ready: ['Mark ready', 'is ready for pickup'],
  complete: ['Complete', 'is complete'],
  cancel: ['Cancel', 'is cancelled'],
  reopen: ['Reopen', 'is open again'],
};

/** Whether the order is complete or cancelled. Staff can republish its last event, but not change it. */
export function hasEnded({ status }: { status: string }): boolean {
  return status === 'complete' || status === 'cancelled';
}

/** A button for each step that the status of an order allows, for its page. */
export function OrderSteps({ card }: { card: OrderCard }) {
  return card.steps.map((step) => <StepButton key={step} card={card} step={step} />);
}

/** The next step of an order, and the others in a menu, for its card. An order that has ended can only be reopened there. */
export function NextStep({ card }: { card: OrderCard }) {
  const menu = useId();
  const [next, ...others] = card.steps.filter((step) => step !== 'cancel' || !hasEnded(card));
  if (next === undefined) return null;
  return (
    <div class="row" role="toolbar" aria-label={`Steps of ${card.title}`} onKeyDown={moveInMenu}>
      <StepButton card={card} step={next} small />
      {others.length > 0 && (
        <>
          <button
            type="button"
            class="button small"
            aria-label={`Other steps of ${card.title}`}
            popovertarget={menu}
          >
            ⋯
          </button>
          {/* The browser closes it on Escape or a click elsewhere, and returns the focus to the button. */}
          <div id={menu} popover="auto" class="menu">
            {others.map((step) => (
              <StepButton key={step} card={card} step={step} small />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

/** The arrow keys move the focus between the button of an open menu and its steps. */
function moveInMenu(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const menu = event.currentTarget.querySelectorAll<HTMLElement>(
    ':has(+ :popover-open), :popover-open button',
  );
  if (direction === undefined || menu.length === 0) return;
  event.preventDefault();
  const place = [...menu].findIndex((button) => button.matches(':focus'));
  [...menu].at((place + direction) % menu.length)?.focus();
}

function StepButton({ card, step, small }: { card: OrderCard; step: OrderStep; small?: boolean }) {
  const { run, busy } = useAction();
  const { id, title } = card;
  const [label, outcome] = steps[step];
  const isNext = step === card.steps[0] && !hasEnded(card);
  return (
    <Button
      small={small}
      kind={step === 'cancel' ? 'danger' : isNext ? 'primary' : undefined}
      busy={busy}
      label={`${label} ${title}`}
      onClick={() => run(() => call(`POST /orders/{id}/${step}`, { id }), `${title} ${outcome}.`)}
    >
      {label}
    </Button>
  );
}
