import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { Button } from './components/button.js';
import { Empty, Page } from './components/page.js';
import { Toasts } from './components/toasts.js';
import { messageOf } from './control-client.js';
import { Header } from './header.js';
import { connection, reconnect } from './live.js';
import { currentLocation, linkTo, shownOutlet } from './location.js';
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
        {isRemoved ? (
          <RemovedOutlet error={overview.error} />
        ) : (
          <View key={`${location.view}/${location.id}`} path={location.view} id={location.id} />
        )}
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

function View({ path, id }: { path: string; id: string | undefined }) {
  const [error] = useErrorBoundary();
  const route = findRoute(path);
  if (error !== undefined) return <Broken error={error} />;
  if (route === undefined) return <NotFound />;
  const { View, Detail } = route;
  if (id === undefined) return <View />;
  return Detail === undefined ? <NotFound /> : <Detail id={id} />;
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
