import { operation } from './operation.js';

export const createBaseMenu = operation({
  id: 'baseMenus.create',
  method: 'POST',
  path: '/base-menus',
  body: 'baseMenuCreateParams',
  response: 'baseMenu',
  answer: 'one',
  summary: 'Create a base menu',
  since: '2.384.0',
});
