import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Returns a ref for an element whose buttons depend on a status. If the button with the focus disappears when the status changes, the
 * focus moves to the first button of the element.
 */
export function useKeptFocus<T extends HTMLElement>(status: string): RefObject<T | null> {
  const element = useRef<T>(null);
  const hadFocus = useRef(false);
  // The page still shows the buttons of the last status here.
  hadFocus.current = element.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    const isLost = hadFocus.current && document.activeElement === document.body;
    if (isLost) element.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [status]);
  return element;
}
