import { ipAddress, waitUntil } from '@vercel/functions';
import { createHandler } from './handler.js';
import { enqueue } from './queue.js';

const handle = createHandler(process.env, enqueue);

export default {
  // Vercel can suspend the function after the response, so waitUntil keeps it running until slow handlers finish.
  fetch: (request: Request) => handle(request, { clientIp: ipAddress(request), waitUntil }),
};
