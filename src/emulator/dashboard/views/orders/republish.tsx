import type { OrderCard } from '../../../contract/orders.js';
import { Assumption } from '../../components/assumption.js';
import { Button } from '../../components/button.js';
import { ConfirmButton } from '../../components/dialog.js';
import { countText } from '../../components/values.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';
import { hasEnded } from './order-steps.js';

interface RepublishProps {
  /** The orders on the page. */
  orders: readonly OrderCard[];
  selected: ReadonlySet<string>;
  onDone(): void;
}

/** Sends the last event of complete and cancelled orders again. */
export function Republish({ orders, selected, onDone }: RepublishProps) {
  const { run, busy } = useAction();
  const visible = orders.filter(hasEnded).map(({ id }) => id);
  const chosen = visible.filter((id) => selected.has(id));

  async function republish(ids: string[]): Promise<void> {
    const done = `Republished ${countText(ids.length, 'order')}.`;
    if (await run(() => call('POST /orders/republish', { body: { ids } }), done)) onDone();
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
          question={`Send the last event of ${countText(visible.length, 'order')} again? These are the complete and cancelled orders on this page.`}
          busy={busy}
          onConfirm={() => republish(visible)}
        />
      )}
      <Assumption name="republishKeepsUpdatedAt" />
    </div>
  );
}
