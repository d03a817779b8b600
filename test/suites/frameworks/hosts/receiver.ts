import { toNodeListener } from 'outlet-open-api/webhooks';
import { createHandler } from '../copies/node-http/handler.js';
import { enqueue } from '../copies/node-http/queue.js';

export const handle = createHandler(process.env, enqueue);

export const listener = toNodeListener(handle);
