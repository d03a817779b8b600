import type { Environment } from '../environment.js';
import { createOrderDataRun, type OrderDataRun } from '../order-data/run.js';

/** A scenario of Inventory Management: the outlet sells and changes its menu, and the backend follows. */
export interface InventoryRun extends OrderDataRun {
  /** The IDs of the published menu items; `undefined` before the merchant publishes, because a backend may wait for the event. */
  readonly publishedItems: ReadonlySet<string> | undefined;
  /** Publishes the menu. */
  publish(): void;
}

export function createInventoryRun(
  environment: Environment,
  parameters: Parameters<typeof createOrderDataRun> extends [Environment, ...infer Rest] ? Rest : never,
  earlier: readonly InventoryRun[],
): InventoryRun {
  const { fake, timeline, at } = environment;
  let publishedItems = earlier.at(-1)?.publishedItems;
  return {
    ...createOrderDataRun(environment, ...parameters),
    get publishedItems() {
      return publishedItems;
    },
    publish() {
      const [before, items] = [publishedItems, new Set(fake.menus.all().map(({ id }) => id))];
      const added = [...items].filter((id) => before && !before.has(id)).map((id) => `with ${id}`);
      const removed = [...(before ?? [])].filter((id) => !items.has(id)).map((id) => `without ${id}`);
      timeline.note([`staff${at}: publishes the menu`, ...added, ...removed].join(', '));
      fake.menus.publish();
      publishedItems = items;
    },
  };
}
