import type { ComponentType } from 'preact';
import { Assumptions } from './views/assumptions.js';
import { Channels } from './views/channels.js';
import { Faults } from './views/faults.js';
import { GoodsReceipts } from './views/goods-receipts.js';
import { Keys } from './views/keys.js';
import { Menu } from './views/menu.js';
import { OrderDetail } from './views/order.js';
import { Orders } from './views/orders.js';
import { Overview } from './views/overview.js';
import { RequestDetail } from './views/request.js';
import { Requests } from './views/requests.js';
import { WebhookDetail } from './views/webhook.js';
import { Webhooks } from './views/webhooks.js';

export interface ViewRoute {
  /** The first segment of the hash: `orders` in `#/orders/o-1`. */
  readonly path: string;
  /** The text of the link in the navigation. */
  readonly label: string;
  readonly View: ComponentType<{ id?: string }>;
  /** The view of one entity: `#/orders/o-1`. */
  readonly Detail?: ComponentType<{ id: string }>;
  /** Whether a wide window shows the view beside an entity. */
  readonly isList?: boolean;
}

/** The views by the headings of the navigation. */
export const routeGroups: readonly { readonly title: string; readonly routes: readonly ViewRoute[] }[] = [
  {
    title: 'Restaurant',
    routes: [
      { path: 'overview', label: 'Overview', View: Overview },
      { path: 'orders', label: 'Orders', View: Orders, Detail: OrderDetail },
      { path: 'menu', label: 'Menu', View: Menu },
      { path: 'channels', label: 'Channels', View: Channels },
      { path: 'goods-receipts', label: 'Goods receipts', View: GoodsReceipts },
    ],
  },
  {
    title: 'Integration',
    routes: [
      { path: 'keys', label: 'API keys', View: Keys },
      { path: 'requests', label: 'Requests', View: Requests, Detail: RequestDetail, isList: true },
      { path: 'webhooks', label: 'Webhooks', View: Webhooks, Detail: WebhookDetail, isList: true },
    ],
  },
  {
    title: 'Simulation',
    routes: [
      { path: 'faults', label: 'Faults and clock', View: Faults },
      { path: 'assumptions', label: 'Assumptions', View: Assumptions, Detail: Assumptions },
    ],
  },
];

export function findRoute(path: string): ViewRoute | undefined {
  return routeGroups.flatMap(({ routes }) => routes).find((route) => route.path === path);
}
