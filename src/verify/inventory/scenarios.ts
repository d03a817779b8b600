import { addFaults, removeFaults } from '../environment.js';
import type { Scenario } from '../scenario.js';
import { requestsOf } from '../shared-checks.js';
import { pause, until } from '../waiting.js';
import type { InventoryRun } from './run.js';

const menuGuide = 'inventory.md#published-menus';
const getMenu = { method: 'GET', path: '/menus' } as const;

/** How long a late menu takes, in milliseconds. */
const slowTime = 3_000;

const platter = { id: 'item-platter', name: 'Cheese platter', price: 19, options: [] };
const soda = { id: 'item-soda', name: 'Soda', price: 3, options: [] };

/** The scenarios of a backend that follows the stock of the outlet. */
export const inventoryScenarios: readonly Scenario<InventoryRun>[] = [
  {
    name: 'menu-published-twice',
    why: 'A merchant can publish twice within a second, and an older menu can arrive after the newer one.',
    guide: menuGuide,
    async steps(run, settle) {
      const { environment } = run;
      const { menus } = environment.fake;
      addFaults(environment, { ...getMenu, fault: 'slow-body', delay: slowTime, times: 1 });
      menus.add(platter);
      run.publish();
      await until(() => requestsOf(run).some(({ path }) => path === '/menus'), 5_000);
      menus.add(soda);
      run.publish();
      await pause(slowTime);
      await settle();
      menus.remove(platter.id);
      run.publish();
      menus.remove(soda.id);
      run.publish();
    },
  },
  {
    name: 'menu-with-faults',
    why: 'The API can fail when a menu was published, and no further event says so.',
    guide: menuGuide,
    async steps(run, settle) {
      const { environment } = run;
      const { menus } = environment.fake;
      for (const change of [() => menus.add(platter), () => menus.remove(platter.id)]) {
        addFaults(environment, { ...getMenu, fault: 'server-error' });
        change();
        run.publish();
        await pause(slowTime);
        await removeFaults(environment);
        await settle();
      }
    },
  },
  {
    name: 'item-removed',
    why: 'Open orders can contain an item that is no longer on the menu, and it leaves the stock with them.',
    guide: menuGuide,
    async steps(run, settle) {
      const { menus } = run.environment.fake;
      menus.add(platter);
      run.publish();
      // The backend has the item before it is removed.
      await settle();
      for (const quantity of [1, 2]) run.add({ items: [{ menuItemId: platter.id, quantity }] });
      menus.remove(platter.id);
      run.publish();
      await run.finish();
    },
  },
];
