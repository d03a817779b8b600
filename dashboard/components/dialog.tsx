import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button.js';
import { FormActions } from './form.js';
import { dismissMessages, Toasts } from './toasts.js';

interface DialogProps {
  title: string;
  open: boolean;
  /** Runs when the reader presses Escape or the close button. */
  onClose(): void;
  children: ComponentChildren;
}

/** A modal dialog. The browser keeps the focus inside, and returns it to where it was. */
export function Dialog({ title, open, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    if (open) {
      dismissMessages();
      dialog.current?.showModal();
    } else {
      dialog.current?.close();
    }
  }, [open]);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {open && (
        <>
          <h2 id={id}>{title}</h2>
          <div class="dialog-body stack">{children}</div>
          {/* The page behind is inert, and so are its messages. */}
          <Toasts />
          <div class="dialog-close">
            <Button kind="plain" small label="Close" onClick={onClose}>
              ✕
            </Button>
          </div>
        </>
      )}
    </dialog>
  );
}

interface ConfirmButtonProps {
  /** The text of the button, and of the button that confirms. */
  label: string;
  question: ComponentChildren;
  onConfirm(): unknown;
  kind?: 'primary' | 'danger' | 'plain' | undefined;
  busy?: boolean | undefined;
  small?: boolean | undefined;
  /** The accessible name, if the label alone is ambiguous. It must contain the label. */
  accessibleLabel?: string | undefined;
}

/** A button that asks before it acts. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, question, onConfirm, kind, busy, small, accessibleLabel } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind={kind} busy={busy} small={small} label={accessibleLabel} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog title={accessibleLabel ?? label} open={open} onClose={() => setOpen(false)}>
        <p>{question}</p>
        <FormActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button
            kind={kind === 'danger' ? 'danger' : 'primary'}
            onClick={() => {
              setOpen(false);
              onConfirm();
            }}
          >
            {label}
          </Button>
        </FormActions>
      </Dialog>
    </>
  );
}
