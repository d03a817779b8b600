import type { Publishable } from '../../../contract.js';
import { Assumption } from '../../components/assumption.js';

interface UnpublishedChangesProps {
  data: Publishable<{ readonly id: string }>;
  /** The event that publishing sends. */
  event: string;
}

/** Says whether there are edits to publish. */
export function UnpublishedChanges({ data, event }: UnpublishedChangesProps) {
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
