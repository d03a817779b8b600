import { useState } from 'preact/hooks';
import type { KeyView } from '../../contract.js';
import { Assumption } from '../components/assumption.js';
import { Badge } from '../components/badges.js';
import { Button } from '../components/button.js';
import { Loaded } from '../components/loaded.js';
import { Page } from '../components/page.js';
import { Table } from '../components/table.js';
import { linkTo } from '../location.js';
import { useData } from '../use-data.js';
import { KeyActions } from './keys/key-actions.js';
import { NewKeyDialog } from './keys/new-key-dialog.js';
import { TokenDialog } from './keys/token-dialog.js';
import { useCaseNames } from './keys/use-case-names.js';
import { WebhookUrlForm } from './keys/webhook-url-form.js';

/** The API keys of the outlet. */
export function Keys() {
  const keys = useData('GET /keys', {}, ['keys', 'assumptions']);
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<{ key: KeyView; token: string }>();

  return (
    <Page
      title="API keys"
      lead={
        <>
          The use case of a key decides which webhooks it receives, and which endpoints it can call{' '}
          <Assumption name="allows" />.
        </>
      }
      actions={
        <Button kind="primary" onClick={() => setIsCreating(true)}>
          Create key
        </Button>
      }
    >
      <Loaded from={keys}>
        {(rows) => (
          <Table
            caption="API keys"
            rows={rows}
            keyOf={({ id }) => id}
            empty="No API keys. Create one to send requests."
            columns={[
              { header: 'Label', cell: ({ label }) => label, wrap: true },
              { header: 'Use case', cell: ({ useCase }) => useCaseNames[useCase] },
              { header: 'Status', cell: ({ revoked }) => <KeyStatus revoked={revoked} /> },
              { header: 'Webhook URL', cell: (key) => <WebhookUrlForm apiKey={key} /> },
              { header: 'Events', cell: ({ events }) => <Events names={events} />, wrap: true },
              { header: 'Actions', cell: (key) => <KeyActions apiKey={key} />, headerHidden: true },
            ]}
          />
        )}
      </Loaded>
      <p class="note">
        Only a response with status 200 acknowledges a webhook. <a href={linkTo('webhooks')}>All attempts</a>
      </p>
      <NewKeyDialog
        open={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={(result) => {
          setIsCreating(false);
          setCreated(result);
        }}
      />
      <TokenDialog created={created} onClose={() => setCreated(undefined)} />
    </Page>
  );
}

function KeyStatus({ revoked }: { revoked: boolean }) {
  if (!revoked) return <Badge tone="good">Active</Badge>;
  return (
    <>
      <Badge tone="bad">Revoked</Badge> <Assumption name="webhooksForRevokedKeys" />
    </>
  );
}

function Events({ names }: { names: readonly string[] }) {
  return (
    <ul class="tags">
      {names.map((name) => (
        <li key={name}>
          <code>{name}</code> {name === 'outlet.updated' && <Assumption name="outletUpdatedReceivers" />}
        </li>
      ))}
    </ul>
  );
}
