import type { ComponentChildren } from 'preact';

/** What a place shows if it has nothing to show: why, and what to do about it. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="empty">{children}</div>;
}
