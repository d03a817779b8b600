import { calls } from './calls.js';
import type { Cases } from './case.js';
import { exporting } from './export.js';
import { lists } from './lists.js';
import { packaging } from './package.js';
import { sync } from './sync.js';
import { testKit } from './test-kit.js';
import { trouble } from './trouble.js';
import { webhooks } from './webhooks.js';

/** The cases for every runtime. They use only the package and web standards. */
export const everywhere: Cases = {
  ...calls,
  ...trouble,
  ...lists,
  ...webhooks,
  ...testKit,
  ...exporting,
  ...sync,
  ...packaging,
};
