import { type BackendOrder, readOrders } from '../read-orders.js';
import type { Suite } from '../scenario.js';
import { lastScenarios, sharedScenarios } from '../shared-scenarios.js';
import { digitalOrderingChecks } from './checks.js';
import type { DigitalOrderingVerification } from './configuration.js';
import { createDigitalOrderingRun, type DigitalOrderingRun } from './run.js';
import { digitalOrderingScenarios } from './scenarios.js';

/** The suite of a backend that sends orders to the outlet. */
export const digitalOrdering: Suite<
  DigitalOrderingVerification,
  DigitalOrderingRun,
  readonly BackendOrder[]
> = {
  title: 'Digital Ordering',
  keyUseCase: 'digital-ordering',
  actions: {
    placeOrder: { example: "'POST http://127.0.0.1:{port}/orders'", isPerOutlet: true },
    cancelOrder: { example: "'POST http://127.0.0.1:{port}/orders/{reference}/cancel'" },
    refreshMenu: { example: "'POST http://127.0.0.1:{port}/refresh-menu'", isOptional: true },
    sweep: { example: "({ run }) => run('node sweep.js')", isOptional: true },
  },
  state: { orders: { example: "'GET http://127.0.0.1:{port}/orders'", isPerOutlet: true } },
  catchUp: 'sweep',
  scenarios: [...sharedScenarios, ...digitalOrderingScenarios, ...lastScenarios],
  checks: digitalOrderingChecks,
  createRun: (verification, environment, earlier) =>
    createDigitalOrderingRun(
      environment,
      verification.actions,
      () => readOrders(verification, environment.settings()),
      earlier,
    ),
  readState: readOrders,
};
