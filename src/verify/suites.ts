import { digitalOrderingLaws } from './digital-ordering/laws.js';
import { digitalOrderingScenarios } from './digital-ordering/scenarios.js';
import { createDigitalOrderingScene } from './digital-ordering/scene.js';
import { orderDataLaws } from './order-data/laws.js';
import { orderDataScenarios } from './order-data/scenarios.js';
import { createOrderDataScene } from './order-data/scene.js';
import type { Suite } from './scenario.js';
import { sharedLaws } from './shared-laws.js';
import { sharedScenarios } from './shared-scenarios.js';
import type { Verification } from './verification.js';

export function suiteOf({ useCase, actions }: Verification): Suite {
  return useCase === 'digital-ordering'
    ? {
        scenarios: [...sharedScenarios, ...digitalOrderingScenarios],
        laws: [...digitalOrderingLaws, ...sharedLaws],
        createScene: (stage) => createDigitalOrderingScene(stage, actions),
      }
    : {
        scenarios: [...sharedScenarios, ...orderDataScenarios],
        laws: [...orderDataLaws, ...sharedLaws],
        createScene: (stage) => createOrderDataScene(stage, actions),
      };
}
