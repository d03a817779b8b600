import { deliveryRoutes } from '../../../src/emulator/contract/deliveries.js';
import { emulatorRoutes } from '../../../src/emulator/contract/emulator.js';
import { faultRoutes } from '../../../src/emulator/contract/faults.js';
import { goodsReceiptRoutes } from '../../../src/emulator/contract/goods-receipts.js';
import { keyRoutes } from '../../../src/emulator/contract/keys.js';
import { menuRoutes } from '../../../src/emulator/contract/menus.js';
import { orderRoutes } from '../../../src/emulator/contract/orders.js';
import { outletDetailRoutes } from '../../../src/emulator/contract/outlet.js';
import { requestRoutes } from '../../../src/emulator/contract/requests.js';
import type { RouteDescription, RouteTable } from '../../../src/emulator/contract/route.js';

/** The routes of one file of the contract, which have a tag in the document and a row in the guide. */
export interface RouteGroup {
  readonly tag: string;
  readonly description: string;
  /** What the `{id}` in a path is. */
  readonly id: string;
  readonly routes: RouteTable;
}

/** The start of the paths of all routes that are about one outlet. */
export const outletPath = '/outlets/{outletId}';

export const emulatorGroup: RouteGroup = {
  tag: 'Emulator',
  description: 'Outlets, and what they share: the clock, the assumptions and the request log.',
  id: 'The ID of the outlet.',
  routes: emulatorRoutes,
};

export const outletGroups: readonly RouteGroup[] = [
  {
    tag: 'Orders',
    description: 'What staff do with orders, and the autopilot, which does it for them.',
    id: 'The ID of the order.',
    routes: orderRoutes,
  },
  {
    tag: 'Webhooks',
    description: 'Deliveries of webhook events to the URLs of the API keys.',
    id: 'The number of the delivery.',
    routes: deliveryRoutes,
  },
  {
    tag: 'Requests',
    description: 'The requests that the API has received.',
    id: 'The number of the request.',
    routes: requestRoutes,
  },
  {
    tag: 'Faults',
    description: 'Failures of the next requests to the API.',
    id: 'The ID of the fault.',
    routes: faultRoutes,
  },
  {
    tag: 'API keys',
    description: 'The API keys of the outlet, with their webhook URLs.',
    id: 'The ID of the key, or a use case for its first key, such as `order-data`.',
    routes: keyRoutes,
  },
  {
    tag: 'Menu and channels',
    description: 'The menu items and channels. The API returns edits after they are published.',
    id: 'The ID of the menu item or channel.',
    routes: menuRoutes,
  },
  {
    tag: 'Goods receipts',
    description: 'Deliveries of goods from suppliers.',
    id: 'The ID of the goods receipt.',
    routes: goodsReceiptRoutes,
  },
  {
    tag: 'Outlet',
    description: 'The outlet itself.',
    id: '',
    routes: outletDetailRoutes,
  },
];

/** A route with everything that the document says about it. */
export interface ControlRoute extends RouteDescription {
  /** The name in the contract, such as `GET /orders/{id}`. */
  readonly name: string;
  readonly method: string;
  /** The path below `/control/v1`. */
  readonly path: string;
  readonly group: RouteGroup;
}

/** Returns the routes of a group, in the order of the contract. */
function routesOf(group: RouteGroup): ControlRoute[] {
  const prefix = group === emulatorGroup ? '' : outletPath;
  return Object.entries(group.routes).map(([name, description]) => {
    const [method = '', path = ''] = name.split(' ');
    return { ...description, name, method, path: prefix + path, group };
  });
}

export const controlRoutes: readonly ControlRoute[] = [emulatorGroup, ...outletGroups].flatMap(routesOf);
