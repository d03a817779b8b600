import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Moves the focus to the heading at the top of the page, for example after what had the focus was deleted. */
export function focusHeading(): void {
  // The browser would scroll the heading below the header, which is sticky.
  scrollTo({ top: 0 });
  document.querySelector('h1')?.focus({ preventScroll: true });
}

/** Returns what gets the focus after `lost` was removed from `element`; nothing for the heading of the page. */
type FindNext<T> = (element: T, lost: Element) => HTMLElement | null;

/**
 * Returns a ref for an element in which a change can remove the button with the focus. The focus then moves to what `findNext` returns.
 * Default: the first button of the element.
 */
export function useKeptFocus<T extends HTMLElement>(
  findNext: FindNext<T> = (element) => element.querySelector('button'),
): RefObject<T | null> {
  const ref = useRef<T>(null);
  // The page still shows the old buttons here.
  const { activeElement } = document;
  const focused = ref.current?.contains(activeElement) ? activeElement : null;
  useLayoutEffect(() => {
    if (ref.current === null || focused === null || document.activeElement !== document.body) return;
    const next = findNext(ref.current, focused);
    if (next) next.focus({ preventScroll: true });
    else focusHeading();
  });
  return ref;
}
