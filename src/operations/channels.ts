import type { Operation } from './operation.js';

export const listChannels: Operation = {
  id: 'channels.list',
  method: 'GET',
  path: '/channels',
  response: 'channel',
  responseKind: 'list',
  summary: 'List channels',
  since: '2.91.0',
};
