import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface MenuProps {
  /** What the menu is for, such as "Other steps of F-1". */
  label: string;
  /** The buttons of the menu. */
  children: ComponentChildren;
}

/** A button with a menu. The browser closes the menu on Escape or a click elsewhere, and returns the focus to the button. */
export function Menu({ label, children }: MenuProps) {
  const id = useId();
  return (
    <>
      <button type="button" class="button small" aria-label={label} popovertarget={id}>
        ⋯
      </button>
      <div id={id} popover="auto" class="menu">
        {children}
      </div>
    </>
  );
}
