import type { Section } from './rule.js';
import { authentication } from './rules/authentication.js';
import { endpoints } from './rules/endpoints.js';
import { errorsAndLimits } from './rules/errors-and-limits.js';
import { events } from './rules/events.js';
import { flows } from './rules/flows.js';
import { goodsReceipts } from './rules/goods-receipts.js';
import { moreEndpoints } from './rules/more-endpoints.js';
import { orderFields } from './rules/order-fields.js';
import { otherFields } from './rules/other-fields.js';
import { setup } from './rules/setup.js';
import { states } from './rules/states.js';
import { versioning } from './rules/versioning.js';

/** Every rule that the specification states, in its order. Gaps in the specification are not rules. */
export const sections: readonly Section[] = [
  ...setup,
  ...flows,
  ...orderFields,
  ...goodsReceipts,
  ...otherFields,
  ...states,
  ...endpoints,
  ...moreEndpoints,
  ...authentication,
  ...events,
  ...errorsAndLimits,
  ...versioning,
];

/** Returns the last parts of the IDs that start with the name of a group. */
export function idsIn(group: string): string[] {
  return sections
    .flatMap(({ rules }) => Object.keys(rules))
    .filter((id) => id.startsWith(`${group}.`))
    .map((id) => id.slice(group.length + 1));
}
