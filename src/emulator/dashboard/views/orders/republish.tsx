import type { OrderCard } from '../../../contract.js';
import { Assumption } from '../../components/assumption.js';
import { Button } from '../../components/button.js';
import { ConfirmButton } from '../../components/dialog.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';

interface RepublishProps {
  /** The orders on the page. */
  orders: readonly OrderCard[];
  selected: ReadonlySet<string>;
  onDone(): void;
}

/** Whether the order has a complete or cancelled event that can be sent again. */
export function canRepublish({ status }: OrderCard): boolean {
  return status === 'complete' || status === 'cancelled';
}

/** Sends the last event of complete and cancelled orders again. */
export function Republish({ orders, selected, onDone }: RepublishProps) {
  const { run, busy } = useAction();
  const visible = orders.filter(canRepublish).map(({ id }) => id);
  const chosen = visible.filter((id) => selected.has(id));

  async function republish(ids: string[]): Promise<void> {
    if (await run(() => call('POST /orders/republish', { body: { ids } }), `Republished ${countOf(ids)}.`))
      onDone();
  }

  return (
    <div class="row">
      <Button busy={busy} disabled={chosen.length === 0} onClick={() => republish(chosen)}>
        Republish selected ({chosen.length})
      </Button>
      {visible.length === 0 ? (
        <Button disabled>Republish all visible (0)</Button>
      ) : (
        <ConfirmButton
          label={`Republish all visible (${visible.length})`}
          question={`Send the last event of ${countOf(visible)} again? These are the complete and cancelled orders on this page.`}
          busy={busy}
          onConfirm={() => republish(visible)}
        />
      )}
      <Assumption name="republishKeepsUpdatedAt" />
    </div>
  );
}

function countOf(ids: readonly string[]): string {
  return ids.length === 1 ? '1 order' : `${ids.length} orders`;
}
