import type { DeliverySummary } from '../../../contract.js';
import { Button } from '../../components/button.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';

export function Redeliver({
  delivery: { number, event },
  small,
}: {
  delivery: DeliverySummary;
  small?: boolean;
}) {
  const { run, busy } = useAction();
  return (
    <Button
      small={small}
      busy={busy}
      label={`Redeliver ${event} ${number}`}
      onClick={() =>
        run(() => call('POST /deliveries/:id/redeliver', { id: String(number) }), `Sending ${event} again.`)
      }
    >
      Redeliver
    </Button>
  );
}
