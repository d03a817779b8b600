import { Badge } from '../../components/badges.js';

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
