import type { ComponentChildren } from 'preact';
import { useAction } from '../use-action.js';
import { Button } from './button.js';

interface FormProps {
  /** The layout. Default: inputs below each other. */
  class?: string;
  /** Runs after the browser has checked the inputs. */
  onSubmit(): unknown;
  children: ComponentChildren;
}

export function Form({ class: layout = 'stack', onSubmit, children }: FormProps) {
  return (
    <form
      class={layout}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** The buttons at the end of a form or dialog. */
export function FormActions({ children }: { children: ComponentChildren }) {
  return <div class="form-actions">{children}</div>;
}

interface DialogFormProps {
  /** The text of the button that saves. */
  submitLabel: string;
  /** Whether the reader cannot save yet. */
  disabled?: boolean;
  onSubmit(): Promise<unknown>;
  /** The message after success. */
  done?: string;
  /** Closes the dialog. */
  onClose(): void;
  children: ComponentChildren;
}

/** The form of a dialog. If saving fails, the dialog stays open with its input. */
export function DialogForm(props: DialogFormProps) {
  const { submitLabel, disabled, onSubmit, done, onClose, children } = props;
  const { run, busy } = useAction();

  async function save(): Promise<void> {
    if (await run(onSubmit, done)) onClose();
  }

  return (
    <Form onSubmit={save}>
      {children}
      <FormActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" busy={busy} disabled={disabled}>
          {submitLabel}
        </Button>
      </FormActions>
    </Form>
  );
}
