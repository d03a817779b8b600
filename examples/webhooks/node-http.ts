import { createServer } from 'node:http';
import { toNodeListener } from 'outlet-open-api/webhooks';
import { createHandler } from './handler.js';
import { enqueue } from './queue.js';

// The handler accepts deliveries at every path.
const listener = toNodeListener(createHandler(process.env, enqueue));
createServer(listener).listen(Number(process.env.PORT ?? 3000));
