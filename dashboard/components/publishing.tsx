import type { Publishable } from '../../src/emulator/contract/menus.js';
import { useAction } from '../use-action.js';
import { Assumption } from './assumption.js';
import { Badge } from './badges.js';
import { Button } from './button.js';

interface EntryNameProps {
  entry: { readonly id: string; readonly name?: string | undefined };
  /** The IDs of the entries that differ from the published ones. */
  changed: readonly string[];
}

/** The name and ID of a channel or menu item. */
export function EntryName({ entry: { id, name }, changed }: EntryNameProps) {
  return (
    <div class="entry-name">
      <span>{name ?? id}</span> {changed.includes(id) && <Badge tone="warning">Changed</Badge>}
      <code class="muted">{id}</code>
    </div>
  );
}

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

/** Says whether there are edits to publish, and which event that sends. */
export function UnpublishedChanges({ data, event }: { data: Publishable<object>; event: string }) {
  return (
    <div role="status">
      {data.hasUnpublishedChanges ? (
        <p class="notice warning">
          Unpublished changes. Publish to send {event}. <Assumption name="editsVisible" />
        </p>
      ) : (
        <p class="muted">Everything is published.</p>
      )}
    </div>
  );
}
