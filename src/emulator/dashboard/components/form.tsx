import type { ComponentChildren } from 'preact';

interface FormProps {
  /** Runs after the browser has checked the inputs. */
  onSubmit(): unknown;
  children: ComponentChildren;
}

export function Form({ onSubmit, children }: FormProps) {
  return (
    <form
      class="stack"
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
