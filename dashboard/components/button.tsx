import type { ComponentChildren } from 'preact';

interface ButtonProps {
  kind?: 'primary' | 'danger' | 'plain' | 'link' | undefined;
  /** While true, the button keeps the focus but does nothing. */
  busy?: boolean | undefined;
  disabled?: boolean | undefined;
  type?: 'button' | 'submit' | undefined;
  small?: boolean | undefined;
  /** The accessible name, if the text alone is ambiguous. It must contain the text. */
  label?: string | undefined;
  onClick?: (() => unknown) | undefined;
  children: ComponentChildren;
}

export function Button(props: ButtonProps) {
  const { kind, busy, disabled, type = 'button', small, label, onClick, children } = props;
  const inactive = busy === true || disabled === true;
  return (
    <button
      type={type}
      class={`button ${kind ?? ''} ${small === true ? 'small' : ''}`}
      aria-label={label}
      aria-disabled={inactive || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        // `disabled` would move the focus to the top of the page.
        if (inactive) event.preventDefault();
        else onClick?.();
      }}
    >
      {children}
    </button>
  );
}
