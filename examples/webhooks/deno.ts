import { createHandler } from './handler.ts';
import { enqueue } from './queue.ts';

const handle = createHandler(Deno.env.toObject(), enqueue);
// The handler accepts deliveries at every path.
Deno.serve({ port: Number(Deno.env.get('PORT') ?? 3000) }, (request, { remoteAddr }) =>
  handle(request, { clientIp: remoteAddr.hostname }),
);
