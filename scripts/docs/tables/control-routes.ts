import { emulatorGroup, outletGroups, routesOf } from '../../openapi/control/groups.js';
import { code, tableOf } from '../markdown.js';

/** The routes of each group of the control API. The document that the emulator serves describes them. */
export function controlRoutes(): string {
  const rows = [emulatorGroup, ...outletGroups].map((group) => [
    group.tag,
    group.description,
    routesOf(group)
      .map(({ name }) => code(name))
      .join(', '),
  ]);
  return tableOf(['Group', 'What it is about', 'Routes'], rows);
}
