import { emulatorRoutes, type Result, type RouteName } from '../../../src/emulator/contract/index.js';
import { createControlApi } from '../../../src/emulator/control/control-api.js';
import { createEmulatorState } from '../../../src/emulator/control/emulator-state.js';
import type { FakeOutletOptions } from '../../../src/fake/fake-outlet.js';
import { publishMenu } from '../fake/menu.js';

/**
 * A control API without a server. Its outlet has a menu, and no past orders unless `empty` is `false`. Webhooks get a 200, and `sent`
 * lists their payloads.
 */
export function openControlApi({ empty = true, ...options }: FakeOutletOptions = {}) {
  const sent: string[] = [];
  const emulator = createEmulatorState({
    empty,
    webhookFetch: async (_url, init) => {
      sent.push(String(init?.body));
      return new Response();
    },
    ...options,
  });
  const { fake, outlet } = emulator;
  if (empty) publishMenu(fake);
  const app = createControlApi(emulator, (error) => {
    throw error;
  });

  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const prefix = `${method} ${path}` in emulatorRoutes ? '' : '/outlets/default';
    const init = { method, headers: { 'content-type': 'application/json' } };
    return await app.request(
      prefix + path,
      body === undefined ? init : { ...init, body: JSON.stringify(body) },
    );
  }

  /** Sends a request that must succeed, and returns its result. */
  async function call<Name extends RouteName>(
    route: Name,
    { id = '', query = '', body }: { id?: string; query?: string; body?: unknown } = {},
  ): Promise<Result<Name>> {
    const [method = '', path = ''] = route.split(' ');
    const response = await send(method, path.replace('{id}', id) + query, body);
    if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
    // A 204 has no body.
    return await response.json().catch(() => undefined);
  }

  /** Sends a request that must fail, and returns its status and message. */
  async function fail(method: string, path: string, body?: unknown): Promise<string> {
    const response = await send(method, path, body);
    const { message } = await response.json();
    return `${response.status} ${message}`;
  }

  return { fake, outlet, call, fail, sent };
}
