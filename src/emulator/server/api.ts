import { setImmediate as nextTurn } from 'node:timers/promises';
import { sleep } from '../../cancellation.js';
import type { Emulation } from '../control/emulation.js';
import type { OpenRequest } from '../requests/request-log.js';
import { createNodeHandler, type NodeHandler, send } from './node-handler.js';

/** Serves the API of the fake. A fault that breaks the connection resets the socket. */
export function createApi({ fake, clock, requests }: Emulation, latency: number): NodeHandler {
  return createNodeHandler(fake.baseUrl, async (request, body, outgoing) => {
    const log = requests.add(request, body.toString());
    try {
      if (latency > 0) await sleep(latency, request.signal);
      const response = await fake.fetch(request);
      log.respond(response);
      // The time of the fake, because its clock can be ahead.
      outgoing.setHeader('date', new Date(clock.now()).toUTCString());
      await send(response, recorded(response, log), outgoing);
    } finally {
      log.end();
    }
  });
}

/** Yields the response body. The log gets a copy. */
async function* recorded({ body }: Response, log: OpenRequest): AsyncGenerator<Uint8Array> {
  if (!body) return;
  try {
    for await (const chunk of body) {
      log.write(chunk);
      yield chunk;
    }
  } catch (error) {
    // Node sends what it has before the connection breaks.
    await nextTurn();
    throw error;
  }
}
