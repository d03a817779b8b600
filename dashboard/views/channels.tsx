import { useState } from 'preact/hooks';
import type { FakeChannel } from '../../src/fake/index.js';
import { Button } from '../components/button.js';
import { ConfirmButton, Dialog } from '../components/dialog.js';
import { EntryName, PublishablePage } from '../components/publishing.js';
import { actionsColumn, Table } from '../components/table.js';
import { call } from '../control-client.js';
import { focusHeading } from '../focus.js';
import { useAction } from '../use-action.js';
import { useData } from '../use-data.js';
import { AddChannel, channelTypes, RenameChannel } from './channel-forms.js';

/** The channels that orders come from: partners and tables. */
export function Channels() {
  const channels = useData('GET /channels', {}, ['channels']);
  const [adding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<FakeChannel>();
  return (
    <PublishablePage
      title="Channels"
      lead="Where orders come from: ordering platforms and tables. Names are not part of the API specification."
      actions={<Button onClick={() => setAdding(true)}>Add channel</Button>}
      from={channels}
      publish={() => call('POST /channels/publish')}
      event="channels.published"
      receivers="Reservations"
    >
      {(data) => (
        <>
          <div class="card">
            <Table
              caption="Channels of the outlet"
              rows={data.entries}
              keyOf={({ id }) => id}
              empty="The outlet has no channels. Add a channel for each table and each ordering platform."
              columns={[
                {
                  header: 'Channel',
                  cell: (channel) => <EntryName entry={channel} changed={data.changed} />,
                  wrap: true,
                },
                { header: 'Type', cell: ({ type }) => channelTypes[type] ?? type },
                actionsColumn((channel: FakeChannel) => (
                  <ChannelButtons channel={channel} onRename={() => setRenamed(channel)} />
                )),
              ]}
            />
          </div>
          <Dialog title="Add channel" open={adding} onClose={() => setAdding(false)}>
            <AddChannel onClose={() => setAdding(false)} />
          </Dialog>
          <Dialog
            title={`Rename ${renamed?.name ?? renamed?.id ?? ''}`}
            open={renamed !== undefined}
            onClose={() => setRenamed(undefined)}
          >
            {renamed && <RenameChannel channel={renamed} onClose={() => setRenamed(undefined)} />}
          </Dialog>
        </>
      )}
    </PublishablePage>
  );
}

function ChannelButtons({
  channel: { id, name = id },
  onRename,
}: {
  channel: FakeChannel;
  onRename(): void;
}) {
  const { run, busy } = useAction();
  return (
    <div class="row">
      <Button small label={`Rename ${name}`} onClick={onRename}>
        Rename
      </Button>
      <ConfirmButton
        small
        kind="danger"
        label="Remove"
        accessibleLabel={`Remove ${name}`}
        question={`Remove ${name}? Orders keep its ID.`}
        busy={busy}
        onConfirm={async () => {
          if (await run(() => call('DELETE /channels/{id}', { id }), `Removed ${name}.`)) focusHeading();
        }}
      />
    </div>
  );
}
