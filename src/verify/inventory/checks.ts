import type { FakeOrder } from '../../testing/index.js';
import { orderDataChecks } from '../order-data/checks.js';
import type { BackendOrder } from '../read-orders.js';
import { type Check, examineEach, type Failure } from '../scenario.js';
import type { BackendConsumption, BackendMenuItem } from './configuration.js';
import type { InventoryRun } from './run.js';

export interface State {
  readonly orders: readonly BackendOrder[];
  readonly consumption: readonly BackendConsumption[];
  readonly menu: readonly BackendMenuItem[];
}

/** What a stock has no use for. */
const onlyForSales = 'paid-amount';

/** The checks of a backend that follows the stock of the outlet. */
export const inventoryChecks: readonly Check<InventoryRun, State>[] = [
  ...orderDataChecks
    .filter(({ name }) => name !== onlyForSales)
    .map((check) => ({
      ...check,
      examine: (run: InventoryRun, { orders }: State) => check.examine(run, orders),
    })),
  {
    name: 'consumption',
    text: 'The consumption of each menu item and option is what the complete orders contain.',
    rule: 'Flows, Inventory Management, step 3, and Order Data, step 4',
    advice:
      'Write the movement of an order by its ID, replace it when the order changes, and remove it unless the order is complete. Count options too.',
    guide: 'inventory.md#stock-and-orders',
    examine({ environment }, { orders, consumption }) {
      const known = new Set(orders.map(({ id }) => id));
      const counted = environment.fake.orders.all().filter(({ id }) => known.has(id));
      const sold = soldOf(counted);
      const ids = [...new Set([...sold.keys(), ...consumption.map(({ id }) => id)])];
      return examineEach(ids, (id): Failure | undefined => {
        const { least, most } = sold.get(id) ?? none;
        const found = consumption.reduce((sum, row) => sum + (row.id === id ? row.quantity : 0), 0);
        if (found === least || found === most) return undefined;
        const expected = least === most ? String(least) : `${least} or ${most}`;
        const about = counted.filter((order) => contains(order, id)).map((order) => order.id);
        return { subject: id, expected, found: String(found), about };
      });
    },
  },
  {
    name: 'published-menu',
    text: 'The menu of the backend has the items of the published menu.',
    rule: 'Flows, Inventory Management, step 2',
    advice:
      'After menus.published, read the menu until that succeeds, and replace yours by the response that was requested last.',
    guide: 'inventory.md#published-menus',
    examine({ publishedItems }, { menu }) {
      if (publishedItems === undefined) return { count: 0, failures: [] };
      const shown = new Set(menu.map(({ id }) => id));
      return examineEach([...new Set([...publishedItems, ...shown])], (id): Failure | undefined => {
        const [expected, found] = [publishedItems, shown].map((ids) =>
          ids.has(id) ? 'on the menu' : 'not on the menu',
        );
        if (expected === found || !expected || !found) return undefined;
        return { subject: id, expected, found, about: ['/menus', 'menus.published'] };
      });
    },
  },
];

function contains({ items }: FakeOrder, id: string): boolean {
  return (items ?? []).some(
    ({ menuItemId, options }) => menuItemId === id || options?.some(({ optionId }) => optionId === id),
  );
}

interface Sold {
  readonly least: number;
  readonly most: number;
}

const none: Sold = { least: 0, most: 0 };

/**
 * Returns what complete orders contain. The API does not define whether the quantity of an option counts for each piece of its line, so both
 * are right.
 */
function soldOf(orders: readonly FakeOrder[]): ReadonlyMap<string, Sold> {
  const sold = new Map<string, Sold>();
  const add = (id: string | null | undefined, least: number, most: number) => {
    if (!id) return;
    const before = sold.get(id) ?? none;
    sold.set(id, { least: before.least + least, most: before.most + most });
  };
  for (const { items } of orders.filter(({ status }) => status === 'complete')) {
    for (const { menuItemId, quantity, options } of items ?? []) {
      const pieces = quantity ?? 1;
      add(menuItemId, pieces, pieces);
      for (const option of options ?? [])
        add(option.optionId, option.quantity ?? 1, (option.quantity ?? 1) * pieces);
    }
  }
  return sold;
}
