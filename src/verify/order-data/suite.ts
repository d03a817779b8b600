import { type BackendOrder, readOrders } from '../read-orders.js';
import type { Suite } from '../scenario.js';
import { lastScenarios, sharedScenarios } from '../shared-scenarios.js';
import { orderDataChecks } from './checks.js';
import type { OrderDataVerification } from './configuration.js';
import { createOrderDataRun, type OrderDataRun } from './run.js';
import { orderDataScenarios } from './scenarios.js';

/** The suite of a backend that follows the sales of the outlet. */
export const orderData: Suite<OrderDataVerification, OrderDataRun, readonly BackendOrder[]> = {
  title: 'Order Data',
  keyUseCase: 'order-data',
  actions: {
    runNightlyJob: {
      about: 'Gets { from, to }, and finds the orders of this range that your backend has missed.',
      example: "({ run }) => run('npm run nightly')",
    },
    backfill: {
      about: 'Gets { from }, and copies all orders since then.',
      example: "'POST http://127.0.0.1:{port}/backfill'",
      isOptional: true,
    },
  },
  state: {
    orders: {
      about: 'Returns an array of { id, status, paid }, where paid is 0 unless the order is complete.',
      example: "'GET http://127.0.0.1:{port}/orders'",
      isPerOutlet: true,
    },
  },
  catchUp: 'runNightlyJob',
  // A page of orders can have fewer than 25 although more follow.
  emulatorOptions: { sparsePages: true },
  scenarios: [...sharedScenarios, ...orderDataScenarios, ...lastScenarios],
  checks: orderDataChecks,
  createRun: (verification, environment, earlier, firstState = []) =>
    createOrderDataRun(
      environment,
      verification.actions,
      () => readOrders(verification, environment.settings()),
      earlier,
      new Set(firstState.map(({ id }) => id)),
    ),
  readState: readOrders,
};
