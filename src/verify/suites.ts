import { digitalOrderingChecks } from './digital-ordering/checks.js';
import { createDigitalOrderingRun } from './digital-ordering/run.js';
import { digitalOrderingScenarios } from './digital-ordering/scenarios.js';
import { orderDataChecks } from './order-data/checks.js';
import { createOrderDataRun } from './order-data/run.js';
import { orderDataScenarios } from './order-data/scenarios.js';
import type { Suite } from './scenario.js';
import { sharedChecks } from './shared-checks.js';
import { sharedScenarios } from './shared-scenarios.js';
import type { Verification } from './verification.js';

export function suiteOf({ useCase, actions }: Verification): Suite {
  return useCase === 'digital-ordering'
    ? {
        scenarios: [...sharedScenarios, ...digitalOrderingScenarios],
        checks: [...digitalOrderingChecks, ...sharedChecks],
        createRun: (environment) => createDigitalOrderingRun(environment, actions),
      }
    : {
        scenarios: [...sharedScenarios, ...orderDataScenarios],
        checks: [...orderDataChecks, ...sharedChecks],
        createRun: (environment) => createOrderDataRun(environment, actions),
      };
}
