import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusHeading } from './components/page.js';

/**
 * Returns a ref for an element whose buttons depend on a status. A change of the status can remove the button with the focus. The focus
 * then moves to the first button of the element, or to the heading of the page if no button is left.
 */
export function useKeptFocus<T extends HTMLElement>(status: string): RefObject<T | null> {
  const element = useRef<T>(null);
  const hadFocus = useRef(false);
  // The page still shows the buttons of the last status here.
  hadFocus.current = element.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    const button = element.current?.querySelector('button');
    if (button) button.focus({ preventScroll: true });
    else focusHeading();
  }, [status]);
  return element;
}
