import type { Operation } from './operation.js';

export const createBaseMenu: Operation = {
  id: 'baseMenus.create',
  method: 'POST',
  path: '/base-menus',
  body: 'baseMenuCreateParams',
  response: 'baseMenu',
  responseKind: 'one',
  summary: 'Create a base menu',
};
