import type { KeyView } from '../../../contract/keys.js';
import { Button } from '../../components/button.js';
import { Code } from '../../components/code.js';
import { Dialog } from '../../components/dialog.js';
import { FormActions } from '../../components/form.js';
import { EnvironmentVariables } from './environment-variables.js';

interface TokenDialogProps {
  created: { readonly key: KeyView; readonly token: string } | undefined;
  onClose(): void;
}

/** Shows the token of a new key. No other part of the dashboard shows it. */
export function TokenDialog({ created, onClose }: TokenDialogProps) {
  return (
    <Dialog title="Copy the token now" open={created !== undefined} onClose={onClose}>
      {created && (
        <>
          <p>
            This is the only time that the dashboard shows the token of <strong>{created.key.label}</strong>.
          </p>
          <Code label="Access token" text={created.token} />
          <EnvironmentVariables token={created.token} />
          <FormActions>
            <Button kind="primary" onClick={onClose}>
              Done
            </Button>
          </FormActions>
        </>
      )}
    </Dialog>
  );
}
