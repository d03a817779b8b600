import { operation } from './operation.js';

export const listChannels = operation({
  id: 'channels.list',
  method: 'GET',
  path: '/channels',
  response: 'channel',
  answer: 'list',
  summary: 'List channels',
  since: '2.91.0',
});
