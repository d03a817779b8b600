import { useState } from 'preact/hooks';
import { dismissMessages, showError, showMessage } from './components/toasts.js';
import { ConnectionError, messageOf } from './control-client.js';

/** Runs an action of the reader, and shows its outcome in a toast. */
export interface Action {
  /** Returns whether the action succeeded. Shows `done` if it did, and otherwise the message of the error. */
  run(action: () => Promise<unknown>, done?: string): Promise<boolean>;
  readonly busy: boolean;
}

export function useAction(): Action {
  const [busy, setBusy] = useState(false);

  async function run(action: () => Promise<unknown>, done?: string): Promise<boolean> {
    setBusy(true);
    dismissMessages();
    try {
      await action();
      if (done !== undefined) showMessage(done);
      return true;
    } catch (error) {
      showError(messageOf(error), { untilConnected: error instanceof ConnectionError });
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { run, busy };
}
