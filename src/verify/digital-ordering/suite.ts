import { readOrders } from '../read-orders.js';
import type { Suite } from '../scenario.js';
import { lastScenarios, sharedScenarios } from '../shared-scenarios.js';
import type { BackendOrder, Verification } from '../verification.js';
import { digitalOrderingChecks } from './checks.js';
import { createDigitalOrderingRun, type DigitalOrderingRun } from './run.js';
import { digitalOrderingScenarios } from './scenarios.js';

/** The suite of a backend that sends orders to the outlet. */
export function digitalOrderingSuite(
  verification: Extract<Verification, { useCase: 'digital-ordering' }>,
): Suite<DigitalOrderingRun, readonly BackendOrder[]> {
  return {
    scenarios: [...sharedScenarios, ...digitalOrderingScenarios, ...lastScenarios],
    checks: digitalOrderingChecks,
    createRun: (environment, earlier) =>
      createDigitalOrderingRun(
        environment,
        verification.actions,
        () => readOrders(verification, environment.settings()),
        earlier,
      ),
    readState: (settings) => readOrders(verification, settings),
  };
}
