import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Moves the focus to the heading at the top of the page, for example after what had the focus was deleted. */
export function focusHeading(): void {
  // The browser would scroll the heading below the header, which is sticky.
  scrollTo({ top: 0 });
  document.querySelector('h1')?.focus({ preventScroll: true });
}

// A link that leads away from an entry of the history leaves the position of the reader there.
addEventListener(
  'click',
  ({ target }) => {
    const href = target instanceof Element && target.closest('a')?.getAttribute('href');
    if (href) history.replaceState({ href, scroll: scrollY }, '');
  },
  { capture: true },
);

/**
 * Moves the focus to the link that led away from this page, if the reader comes back to it, otherwise to the heading. The link can be in
 * data that is still loading. Returns a function that stops waiting for it.
 */
export function focusPlace(): () => void {
  const place: { href: string; scroll: number } | null = history.state;
  focusHeading();
  if (place === null) return () => {};
  const focusLink = () => {
    const link = document.querySelector<HTMLElement>(`a[href="${CSS.escape(place.href)}"]`);
    if (link === null) return;
    observer.disconnect();
    link.focus({ preventScroll: true });
    scrollTo({ top: place.scroll });
  };
  const observer = new MutationObserver(focusLink);
  observer.observe(document.body, { childList: true, subtree: true });
  focusLink();
  // Later, the focus would jump away from what the reader does.
  setTimeout(() => observer.disconnect(), 2_000);
  return () => observer.disconnect();
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
