import type { ComponentChildren } from 'preact';
import { useAction } from '../use-action.js';
import { Button } from './button.js';
import { Form, FormActions } from './form.js';

interface DialogFormProps {
  /** The text of the button that saves. */
  submitLabel: string;
  onSubmit(): Promise<unknown>;
  /** The message after success. */
  done: string;
  /** Closes the dialog. */
  onClose(): void;
  children: ComponentChildren;
}

/** The form of a dialog. If saving fails, the dialog stays open with its input. */
export function DialogForm({ submitLabel, onSubmit, done, onClose, children }: DialogFormProps) {
  const { run, busy } = useAction();

  async function save(): Promise<void> {
    if (await run(onSubmit, done)) onClose();
  }

  return (
    <Form onSubmit={save}>
      {children}
      <FormActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" busy={busy}>
          {submitLabel}
        </Button>
      </FormActions>
    </Form>
  );
}
