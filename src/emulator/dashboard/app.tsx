import { useEffect, useState } from 'preact/hooks';
import { Button } from './components/button.js';
import { Empty } from './components/empty.js';
import { Page } from './components/page.js';
import { Toasts } from './components/toasts.js';
import { Header } from './header.js';
import { connection, reconnect } from './live.js';
import { current, linkTo } from './location.js';
import { Navigation } from './navigation.js';
import { OverviewContext, useOverviewData } from './overview-data.js';
import { findRoute } from './routes.js';

/** The whole page: header, navigation, the current view and messages. */
export function App() {
  const location = current.value;
  const [isMenuOpen, setMenuOpen] = useState(false);
  // Each navigation closes the menu of narrow windows.
  useEffect(() => setMenuOpen(false), [location]);
  return (
    <OverviewContext.Provider value={useOverviewData()}>
      <Header isMenuOpen={isMenuOpen} onMenu={() => setMenuOpen(!isMenuOpen)} />
      <Navigation view={location.view} isOpen={isMenuOpen} />
      <main id="content" tabIndex={-1}>
        <div role="status" class="connection">
          {connection.value === 'lost' && <LostConnection />}
        </div>
        <View path={location.view} id={location.id} />
      </main>
      <Toasts />
    </OverviewContext.Provider>
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
  const route = findRoute(path);
  if (route === undefined) return <NotFound />;
  const { View, Detail } = route;
  if (id === undefined) return <View key={path} />;
  return Detail === undefined ? <NotFound /> : <Detail key={`${path}/${id}`} id={id} />;
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
