import type { Operation } from './operation.js';
import { partnerChannelGoesWithPartner } from './rules.js';

export const getMenu: Operation = {
  id: 'menus.get',
  method: 'GET',
  path: '/menus',
  query: 'menuGetParams',
  response: 'menu',
  responseKind: 'one',
  rules: [partnerChannelGoesWithPartner],
  summary: 'Fetch the menu of a channel type',
  since: '2.91.0',
};
