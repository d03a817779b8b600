import { readOrders } from '../read-orders.js';
import type { Suite } from '../scenario.js';
import { lastScenarios, sharedScenarios } from '../shared-scenarios.js';
import type { BackendOrder, Verification } from '../verification.js';
import { orderDataChecks } from './checks.js';
import { createOrderDataRun, type OrderDataRun } from './run.js';
import { orderDataScenarios } from './scenarios.js';

/** The suite of a backend that follows the sales of the outlet. */
export function orderDataSuite(
  verification: Extract<Verification, { useCase: 'order-data' }>,
): Suite<OrderDataRun, readonly BackendOrder[]> {
  return {
    scenarios: [...sharedScenarios, ...orderDataScenarios, ...lastScenarios],
    checks: orderDataChecks,
    createRun: (environment, earlier, firstState = []) =>
      createOrderDataRun(
        environment,
        verification.actions,
        () => readOrders(verification, environment.settings()),
        earlier,
        new Set(firstState.map(({ id }) => id)),
      ),
    readState: (settings) => readOrders(verification, settings),
  };
}
