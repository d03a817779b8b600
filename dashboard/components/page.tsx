import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import { focusPlace } from '../focus.js';

interface PageProps {
  title: string;
  /** One or two sentences on what the page is for. */
  lead?: ComponentChildren;
  /** Buttons next to the title. */
  actions?: ComponentChildren;
  children?: ComponentChildren;
}

let isFirstPage = true;

/** Whether the view is a list beside one of its entries, which has the heading. */
export const BesideEntry = createContext(false);

/** The content of a view. Sets the title of the document, and moves the focus to the heading after navigation. */
export function Page({ title, lead, actions, children }: PageProps) {
  const isBeside = useContext(BesideEntry);
  useEffect(() => {
    if (isBeside) return;
    // The port distinguishes the tabs of several emulators.
    const port = location.port && ` · :${location.port}`;
    document.title = `${title}${port} · Outlet emulator`;
  }, [title, isBeside]);
  useEffect(() => {
    if (isBeside) return undefined;
    if (!isFirstPage) return focusPlace();
    isFirstPage = false;
    return undefined;
  }, [isBeside]);
  return (
    <div class="page">
      {!isBeside && (
        <header class="page-header">
          <div>
            <h1 tabIndex={-1}>{title}</h1>
            {lead !== undefined && <p class="lead">{lead}</p>}
          </div>
          {actions && <div class="row">{actions}</div>}
        </header>
      )}
      {children}
    </div>
  );
}

interface SectionProps {
  title: string;
  actions?: ComponentChildren;
  children?: ComponentChildren;
}

/** A card with a heading. */
export function Section({ title, actions, children }: SectionProps) {
  return (
    <section class="card">
      <header class="card-header">
        <h2>{title}</h2>
        {actions && <div class="row">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** What a place shows if it has nothing to show: why, and what to do about it. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="empty">{children}</div>;
}
