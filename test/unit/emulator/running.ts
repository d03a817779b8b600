import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { emulatorRoutes, type Result, type RouteName } from '../../../src/emulator/contract/index.js';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../src/emulator/index.js';
import { openServer } from '../../support/services/open-server.js';
import { publishMenu } from '../fake/menu.js';

/** Starts an emulator on a free port, and closes it after the test. It has a menu, and no past orders unless `empty` is `false`. */
export async function openEmulator({ empty = true, ...options }: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ port: 0, empty, ...options });
  if (empty) publishMenu(emulator.fake);
  onTestFinished(() => emulator.close());
  return emulator;
}

/** The headers of a request of the first key of a use case. */
export function authorized(
  { fake }: Emulator,
  useCase: 'digital-ordering' | 'order-data' = 'digital-ordering',
) {
  return { authorization: `Bearer ${fake.key(useCase).token}` };
}

/** Calls a route of the control API, and returns its result. Default: for the first outlet. */
export async function control<Name extends RouteName>(
  { url: origin }: Emulator,
  route: Name,
  {
    id = '',
    query = '',
    body,
    outletId = 'default',
  }: { id?: string | undefined; query?: string; body?: object; outletId?: string } = {},
): Promise<Result<Name>> {
  const [method = '', path = ''] = route.split(' ');
  const outlet = route in emulatorRoutes ? '' : `/outlets/${outletId}`;
  const url = `${origin}/control/v1${outlet}${path.replace('{id}', id)}${query}`;
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  });
  // A 204 has no body.
  return response.json().catch(() => undefined);
}

/** Sends a request with headers that `fetch` does not allow, such as `Host`. Returns the status and the body. */
export async function rawRequest(
  url: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; text: string }> {
  const sent = request(url, { method, headers, agent: false }).end(body);
  const [response]: IncomingMessage[] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response ?? []) text += chunk;
  return { status: response?.statusCode ?? 0, text };
}

/** Starts a receiver of webhooks on a loopback port. */
export async function openReceiver(respond: (payload: { event: string }, response: ServerResponse) => void) {
  const url = await openServer(async (incoming, outgoing) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    respond(JSON.parse(text), outgoing);
  });
  return `${url}/`;
}
