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
    placeOrder: {
      about: 'Gets { reference, items }, and sends the order with the reference as partnerInfo.orderId.',
      example: "'POST http://127.0.0.1:{port}/orders'",
      isPerOutlet: true,
    },
    cancelOrder: {
      about:
        'Gets { reference, id }, and cancels the order for its guest. id is missing before the outlet has it.',
      example: "'POST http://127.0.0.1:{port}/orders/{reference}/cancel'",
    },
    refreshMenu: {
      about: 'Reads the menu again. If you read it for each order: () => {}.',
      example: "'POST http://127.0.0.1:{port}/refresh-menu'",
      isOptional: true,
    },
    sweep: {
      about: 'Finds what lost webhooks would have said. If each start does that: ({ restart }) => restart().',
      example: "({ run }) => run('node sweep.js')",
      isOptional: true,
    },
  },
  state: {
    orders: {
      about: 'Returns an array of { reference, id, status }.',
      example: "'GET http://127.0.0.1:{port}/orders'",
      isPerOutlet: true,
    },
  },
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
