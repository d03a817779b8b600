import { Button } from '../../components/button.js';
import { useAction } from '../../use-action.js';

interface PublishButtonProps {
  publish(): Promise<unknown>;
  /** The event that publishing sends, and who receives it. */
  event: string;
  receivers: string;
  hasUnpublishedChanges: boolean;
}

export function PublishButton({ publish, event, receivers, hasUnpublishedChanges }: PublishButtonProps) {
  const { run, busy } = useAction();
  return (
    <Button
      kind={hasUnpublishedChanges ? 'primary' : undefined}
      busy={busy}
      onClick={() =>
        run(publish, `Published, and sent ${event} to the ${receivers} keys with a webhook URL.`)
      }
    >
      Publish
    </Button>
  );
}
