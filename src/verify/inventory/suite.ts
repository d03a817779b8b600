import { z } from 'zod';
import { orderDataScenarios } from '../order-data/scenarios.js';
import { orderData } from '../order-data/suite.js';
import { readOrders } from '../read-orders.js';
import { amount, readRows } from '../read-rows.js';
import type { Suite } from '../scenario.js';
import { lastScenarios, sharedScenarios } from '../shared-scenarios.js';
import { inventoryChecks, type State } from './checks.js';
import type { InventoryVerification } from './configuration.js';
import { createInventoryRun, type InventoryRun } from './run.js';
import { inventoryScenarios } from './scenarios.js';

const consumed = z.object({ id: z.string(), quantity: amount.pipe(z.number()) });
const menuItem = z.object({ id: z.string() });

/** The suite of a backend that follows the stock of the outlet. */
export const inventory: Suite<InventoryVerification, InventoryRun, State> = {
  ...orderData,
  title: 'Inventory Management',
  keyUseCase: 'inventory-management',
  state: {
    orders: {
      about: 'Returns an array of { id, status }.',
      example: "'GET http://127.0.0.1:{port}/orders'",
      isPerOutlet: true,
    },
    consumption: {
      about:
        'Returns an array of { id, quantity }: what the complete orders contain of each menu item and option.',
      example: "'GET http://127.0.0.1:{port}/consumption'",
      isPerOutlet: true,
    },
    menu: {
      about: 'Returns an array of { id }: the items of the menu, without removed ones.',
      example: "'GET http://127.0.0.1:{port}/menu'",
      isPerOutlet: true,
    },
  },
  scenarios: [...sharedScenarios, ...orderDataScenarios, ...inventoryScenarios, ...lastScenarios],
  checks: inventoryChecks,
  createRun: (verification, environment, earlier, firstState) => {
    const orders = () => readOrders(verification, environment.settings());
    const knownBefore = new Set(firstState?.orders.map(({ id }) => id));
    return createInventoryRun(environment, [verification.actions, orders, earlier, knownBefore], earlier);
  },
  async readState(verification, settings) {
    const { state, actionTimeout } = verification;
    const [orders, consumption, menu] = await Promise.all([
      readOrders(verification, settings),
      readRows('consumption', state.consumption, consumed, settings, actionTimeout),
      readRows('menu', state.menu, menuItem, settings, actionTimeout),
    ]);
    return { orders, consumption, menu };
  },
};
