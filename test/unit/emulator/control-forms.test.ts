import { describe, expect, test } from 'vitest';
import { emulatorRoutes, outletRoutes } from '../../../src/emulator/contract/index.js';
import type { RouteTable } from '../../../src/emulator/contract/route.js';
import { openControlApi } from './control-api.js';

const table: RouteTable = { ...emulatorRoutes, ...outletRoutes };
const routes = Object.entries(table).map(([name, route]) => {
  const [method = '', path = ''] = name.split(' ');
  return { name, method, path, ...route };
});

describe('an unknown field is a 400 that names the field', () => {
  test.each(routes.filter(({ body }) => body))('in the body of $name', async ({ method, path }) => {
    expect(await openControlApi().fail(method, path, { colour: 'red' })).toMatch(/^400 .*colour/);
  });

  test.each(routes.filter(({ query }) => query))('in the query of $name', async ({ method, path }) => {
    expect(await openControlApi().fail(method, `${path}?colour=red`)).toMatch(/^400 .*colour/);
  });
});
