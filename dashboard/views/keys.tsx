import { useState } from 'preact/hooks';
import type { KeyView } from '../../src/emulator/contract/keys.js';
import { Assumption } from '../components/assumption.js';
import { Button } from '../components/button.js';
import { Code } from '../components/code.js';
import { Dialog } from '../components/dialog.js';
import { FormActions } from '../components/form.js';
import { Loaded } from '../components/loaded.js';
import { Empty, Page } from '../components/page.js';
import { useData } from '../use-data.js';
import { EnvironmentVariables } from './keys/environment-variables.js';
import { KeyCard } from './keys/key-card.js';
import { NewKey } from './keys/new-key.js';

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
          The use case of a key decides which events it receives, and which endpoints it can call{' '}
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
        {(rows) =>
          rows.length === 0 ? (
            <Empty>There are no API keys. Create one to send requests.</Empty>
          ) : (
            <div class="grid keys">
              {rows.map((key) => (
                <KeyCard key={key.id} apiKey={key} />
              ))}
            </div>
          )
        }
      </Loaded>
      <Dialog title="Create an API key" open={isCreating} onClose={() => setIsCreating(false)}>
        <NewKey
          onClose={() => setIsCreating(false)}
          onCreated={(result) => {
            setIsCreating(false);
            setCreated(result);
          }}
        />
      </Dialog>
      {/* No other part of the dashboard shows the token of a new key. */}
      <Dialog title="Copy the token now" open={created !== undefined} onClose={() => setCreated(undefined)}>
        {created && (
          <>
            <p>
              This is the only time that the dashboard shows the token of <strong>{created.key.label}</strong>
              .
            </p>
            <Code label="Access token" text={created.token} />
            <EnvironmentVariables token={created.token} />
            <FormActions>
              <Button kind="primary" onClick={() => setCreated(undefined)}>
                Done
              </Button>
            </FormActions>
          </>
        )}
      </Dialog>
    </Page>
  );
}
