import type { ComponentType } from 'preact';
import { Empty } from './components/empty.js';
import { Page } from './components/page.js';
import { Toasts } from './components/toasts.js';
import { connection } from './live.js';
import { current, linkTo } from './location.js';
import { Assumptions } from './views/assumptions.js';
import { Channels } from './views/channels.js';
import { Faults } from './views/faults.js';
import { GoodsReceipts } from './views/goods-receipts.js';
import { Keys } from './views/keys.js';
import { Menu } from './views/menu.js';
import { OrderDetail } from './views/order.js';
import { Orders } from './views/orders.js';
import { OutletDetails } from './views/outlet.js';
import { Overview } from './views/overview.js';
import { RateLimit } from './views/rate-limit.js';
import { RequestDetail } from './views/request.js';
import { Requests } from './views/requests.js';
import { Webhooks } from './views/webhooks.js';

/** The headings of the navigation. */
const groups = ['Restaurant', 'Integration', 'Test'] as const;

interface ViewRoute {
  /** The first segment of the hash: `orders` in `#/orders/o-1`. */
  readonly path: string;
  /** The text of the link in the navigation. */
  readonly label: string;
  readonly group: (typeof groups)[number];
  readonly View: ComponentType<{ id?: string }>;
  /** The view of one entity: `#/orders/o-1`. */
  readonly Detail?: ComponentType<{ id: string }>;
}

const routes: readonly ViewRoute[] = [
  { group: 'Restaurant', path: 'overview', label: 'Overview', View: Overview },
  { group: 'Restaurant', path: 'orders', label: 'Orders', View: Orders, Detail: OrderDetail },
  { group: 'Restaurant', path: 'menu', label: 'Menu', View: Menu },
  { group: 'Restaurant', path: 'channels', label: 'Channels', View: Channels },
  { group: 'Restaurant', path: 'goods-receipts', label: 'Goods receipts', View: GoodsReceipts },
  { group: 'Restaurant', path: 'outlet', label: 'Outlet details', View: OutletDetails },
  { group: 'Integration', path: 'keys', label: 'API keys', View: Keys },
  { group: 'Integration', path: 'requests', label: 'Requests', View: Requests, Detail: RequestDetail },
  { group: 'Integration', path: 'webhooks', label: 'Webhooks', View: Webhooks },
  { group: 'Integration', path: 'rate-limit', label: 'Rate limit', View: RateLimit },
  { group: 'Test', path: 'faults', label: 'Faults and clock', View: Faults },
  { group: 'Test', path: 'assumptions', label: 'Assumptions', View: Assumptions, Detail: Assumptions },
];

/** The whole page: navigation, the current view and messages. */
export function App() {
  const { view, id } = current.value;
  const route = routes.find(({ path }) => path === view);
  return (
    <>
      <header>
        <button type="button" class="skip-link" onClick={() => document.getElementById('content')?.focus()}>
          Skip to content
        </button>
      </header>
      <Navigation view={view} />
      <main id="content" tabIndex={-1}>
        <div role="status">
          {connection.value === 'lost' && <p class="notice bad">The connection to the emulator is lost.</p>}
        </div>
        <View route={route} id={id} />
      </main>
      <Toasts />
    </>
  );
}

function View({ route, id }: { route: ViewRoute | undefined; id: string | undefined }) {
  if (route === undefined) return <NotFound />;
  const { path, View, Detail } = route;
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

function routesOf(group: ViewRoute['group']): readonly ViewRoute[] {
  return routes.filter((route) => route.group === group);
}

function Navigation({ view }: { view: string }) {
  return (
    <nav class="navigation" aria-label="Views">
      {groups.map((group) => (
        <div key={group}>
          <h2>{group}</h2>
          <ul>
            {routesOf(group).map(({ path, label }) => (
              <li key={path}>
                <a href={linkTo(path)} aria-current={path === view ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
