import type { ComponentChildren } from 'preact';
import type { Publishable } from '../../src/emulator/contract/menus.js';
import { useAction } from '../use-action.js';
import type { Data } from '../use-data.js';
import { Assumption } from './assumption.js';
import { Badge } from './badges.js';
import { Button } from './button.js';
import { Loaded } from './loaded.js';
import { Page } from './page.js';

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

interface PublishablePageProps<T> {
  title: string;
  lead: string;
  /** Buttons before the one that publishes. */
  actions?: ComponentChildren;
  from: Data<T>;
  publish(): Promise<unknown>;
  /** The event that publishing sends, and who receives it. */
  event: string;
  receivers: string;
  children(data: T): ComponentChildren;
}

/** The page of what staff edit, and then publish. It says whether there are edits to publish. */
export function PublishablePage<T extends Publishable<object>>(props: PublishablePageProps<T>) {
  const { title, lead, actions, from, publish, event, receivers, children } = props;
  const { run, busy } = useAction();
  const done = `Published, and sent ${event} to the ${receivers} keys with a webhook URL.`;
  const kind = from.data?.hasUnpublishedChanges ? 'primary' : undefined;
  return (
    <Page
      title={title}
      lead={lead}
      actions={
        <>
          {actions}
          <Button kind={kind} busy={busy} onClick={() => run(publish, done)}>
            Publish
          </Button>
        </>
      }
    >
      <Loaded from={from}>
        {(data) => (
          <>
            <div role="status">
              {data.hasUnpublishedChanges ? (
                <p class="notice warning">
                  Unpublished changes. Publish to send {event}. <Assumption name="editsVisible" />
                </p>
              ) : (
                <p class="muted">Everything is published.</p>
              )}
            </div>
            {children(data)}
          </>
        )}
      </Loaded>
    </Page>
  );
}
