import { setImmediate as nextTurn } from 'node:timers/promises';
import { sleep } from '../../cancellation.js';
import type { EmulatorState } from '../control/emulator-state.js';
import { requestLine } from '../log-lines.js';
import { apiPathOf } from '../requests/exchange.js';
import type { OpenRequest } from '../requests/request-log.js';
import { hostProblem, type IsAllowedHost } from './allowed-callers.js';
import { errorResponse } from './error-response.js';
import { createNodeHandler, type NodeHandler, type Received, send, tooLarge } from './node-handler.js';

interface ApiOptions {
  /** Milliseconds to wait before each request. */
  readonly latency: number;
  readonly isAllowedHost: IsAllowedHost;
  readonly onError: (error: unknown) => void;
}

/** Serves the API of the fake. A fault that breaks the connection resets the socket. */
export function createApi(
  emulator: EmulatorState,
  { latency, isAllowedHost, onError }: ApiOptions,
): NodeHandler {
  const { fake, clock, requests } = emulator;

  async function respondTo(received: Received): Promise<Response> {
    const { request } = received;
    const rejected = rejection(received, isAllowedHost);
    if (rejected) return rejected;
    if (latency > 0) await sleep(latency, request.signal);
    return fake.fetch(request);
  }

  return createNodeHandler(fake.baseUrl, onError, async (received, outgoing) => {
    const log = requests.add(received);
    try {
      const response = await respondTo(received);
      log.respond(response);
      // The time of the fake, because its clock can be ahead.
      outgoing.setHeader('date', new Date(clock.now()).toUTCString());
      await send(response, recorded(response, log), outgoing);
    } finally {
      emulator.log(requestLine(received.request, log.end()));
    }
  });
}

/** Returns the response to a request that does not reach the API; `undefined` if it does. */
function rejection({ request, isTooLarge }: Received, isAllowedHost: IsAllowedHost): Response | undefined {
  const host = request.headers.get('host') ?? '';
  if (!isAllowedHost(host)) return errorResponse(403, hostProblem(host));
  if (apiPathOf(request.url) === undefined) return errorResponse(404, notApi(new URL(request.url).pathname));
  return isTooLarge ? errorResponse(413, tooLarge) : undefined;
}

function notApi(path: string): string {
  return `The emulator has no ${path}. The API is below /api/v1, and the dashboard at /dashboard/.`;
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
