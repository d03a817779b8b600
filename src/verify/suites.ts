import { createGuestScene } from './digital-ordering/guests.js';
import { guestLaws } from './digital-ordering/laws.js';
import { guestScenarios } from './digital-ordering/scenarios.js';
import { salesLaws } from './order-data/laws.js';
import { createSalesScene } from './order-data/sales.js';
import { salesScenarios } from './order-data/scenarios.js';
import type { Suite } from './scenario.js';
import { sharedLaws } from './shared-laws.js';
import { sharedScenarios } from './shared-scenarios.js';
import type { Verification } from './verification.js';

export function suiteOf({ useCase, actions }: Verification): Suite {
  return useCase === 'digital-ordering'
    ? {
        scenarios: [...sharedScenarios, ...guestScenarios],
        laws: [...guestLaws, ...sharedLaws],
        createScene: (stage) => createGuestScene(stage, actions),
      }
    : {
        scenarios: [...sharedScenarios, ...salesScenarios],
        laws: [...salesLaws, ...sharedLaws],
        createScene: (stage) => createSalesScene(stage, actions),
      };
}
