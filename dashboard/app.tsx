import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { Button } from './components/button.js';
import { BesideEntry, Empty, Page } from './components/page.js';
import { Toasts } from './components/toasts.js';
import { messageOf } from './control-client.js';
import { Header } from './header.js';
import { connection, reconnect } from './live.js';
import { currentLocation, type Location, linkTo, shownOutlet } from './location.js';
import { Navigation } from './navigation.js';
import { findRoute } from './routes.js';
import { OverviewContext, useOverviewData } from './use-overview.js';

/** The whole page: header, navigation, the current view and messages. */
export function App() {
  const location = currentLocation.value;
  const overview = useOverviewData();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isRemoved = shownOutlet !== 'default' && overview.error && connection.value !== 'lost';
  // Each navigation closes the menu of narrow windows.
  useEffect(() => setMenuOpen(false), [location]);
  return (
    <OverviewContext.Provider value={overview}>
      <Header isMenuOpen={isMenuOpen} onMenu={() => setMenuOpen(!isMenuOpen)} />
      <Navigation view={location.view} isOpen={isMenuOpen} />
      <main>
        <div role="status" class="connection">
          {connection.value === 'lost' && <LostConnection />}
        </div>
        {isRemoved ? <RemovedOutlet error={overview.error} /> : <CurrentView {...location} />}
      </main>
      <Toasts />
    </OverviewContext.Provider>
  );
}

function RemovedOutlet({ error }: { error: string | undefined }) {
  return (
    <Page title="No such outlet">
      <p class="notice bad">{error}</p>
      <a href="?">Show the first outlet</a>
    </Page>
  );
}

function LostConnection() {
  return (
    <div class="banner">
      <span>The connection to the emulator is lost. The page connects again when the emulator runs.</span>
      <Button small onClick={reconnect}>
        Connect now
      </Button>
    </div>
  );
}

/** A list beside its entry needs this width. */
const wide = matchMedia('(min-width: 100rem)');
const isWide = signal(wide.matches);
wide.addEventListener('change', () => {
  isWide.value = wide.matches;
});

/** A view or one of its entries. In a wide window, the entry of a list is beside the list. */
function CurrentView({ view, id }: Location) {
  const route = findRoute(view);
  const isBeside = route?.isList === true && id !== undefined && isWide.value;
  useEffect(() => {
    document.querySelector('.list-and-entry [aria-current=true]')?.scrollIntoView({ block: 'nearest' });
  }, [id, isBeside]);
  if (route === undefined || (id !== undefined && route.Detail === undefined)) return <NotFound />;
  const { View, Detail } = route;
  return (
    <div class={isBeside ? 'list-and-entry' : ''}>
      {(id === undefined || isBeside) && (
        <BesideEntry.Provider value={isBeside}>
          <Guarded key={view}>
            <View />
          </Guarded>
        </BesideEntry.Provider>
      )}
      {Detail && id !== undefined && (
        <Guarded key={`${view}/${id}`}>
          <Detail id={id} />
        </Guarded>
      )}
    </div>
  );
}

function Guarded({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary();
  return error === undefined ? children : <Broken error={error} />;
}

/** A defect of one view leaves the others usable. */
function Broken({ error }: { error: unknown }) {
  return (
    <Page title="This page failed">
      <p class="notice bad" role="alert">
        {messageOf(error)}
      </p>
      <p>This is a defect of the dashboard. The API works. Load the page again, or open another view.</p>
    </Page>
  );
}

function NotFound() {
  return (
    <Page title="Page not found">
      <Empty>
        <a href={linkTo('overview')}>Go to the overview</a>
      </Empty>
    </Page>
  );
}
