import type { Hono } from 'hono/tiny';
import { createEmulatorState, type EmulatorState } from '../../../src/emulator/control/emulator-state.js';
import { createEvents } from '../../../src/emulator/control/events.js';
import { createApp } from '../../../src/emulator/server/app.js';
import { isRecord } from '../../../src/json.js';
import { now } from '../example-requests.js';
import type { JsonObject } from '../schemas.js';
import { type ExampleCall, exampleCalls } from './example-calls.js';
import { type ControlRoute, controlRoutes } from './groups.js';

/** The URL of an emulator with the default port. */
export const baseUrl = 'http://127.0.0.1:4010';

/** An example with the parts that the emulator returned. */
export interface Example extends ExampleCall {
  /** The ID in the path. */
  readonly id: string;
  /** `undefined` if the response has no body. */
  readonly result: unknown;
}

/** Requests to an emulator, and its responses. They are the same in every run. */
export interface Examples {
  /** By the name of the route. */
  readonly routes: ReadonlyMap<string, Example>;
  /** The bodies of error responses, by status. */
  readonly errors: ReadonlyMap<number, unknown>;
}

/** Sends the example requests to an emulator. Throws if one fails. */
export async function createExamples(): Promise<Examples> {
  const emulator = createEmulatorState({
    now: () => now,
    seed: 1,
    baseUrl,
    merchantId: 'merchant-1',
    outletId: 'outlet-1',
    webhookFetch: async () => new Response('ok'),
  });
  const app = createApp(emulator, createEvents(), () => true, console.error);
  const { fake } = emulator;
  await callApi(emulator, '/channels');

  const routes = new Map<string, Example>();
  let created = '';
  for (const [name, call] of Object.entries<ExampleCall>(exampleCalls)) {
    const route = controlRoutes.find((candidate) => candidate.name === name);
    if (!route) throw new Error(`The control API has no route ${name}.`);
    const { id = created, query, body } = call;
    const { status, result } = await send(app, `${route.method} ${pathOf(route, id, query)}`, body);
    if (status >= 300) throw new Error(`${name} failed: ${JSON.stringify(result)}`);
    await fake.idle({ skipRetries: true });
    if (route.method === 'POST') created = idIn(result) ?? created;
    routes.set(name, { ...call, id, result });
  }
  return { routes, errors: await errorExamples(app) };
}

function pathOf({ path }: ControlRoute, id: string, query: ExampleCall['query']): string {
  const expanded = path.replace('{outletId}', 'default').replace('{id}', id);
  return query ? `${expanded}?${new URLSearchParams(query)}` : expanded;
}

/** Returns the ID of what a POST has created. */
function idIn(result: unknown): string | undefined {
  if (!isRecord(result)) return undefined;
  const { key, id, outletId } = result;
  return [isRecord(key) ? key.id : id, outletId].find((value) => typeof value === 'string');
}

/** Sends a request such as `GET /outlets` to the control API. */
async function send(app: Hono, request: string, body?: unknown, headers: Record<string, string> = {}) {
  const [method = '', path] = request.split(' ');
  const response = await app.request(`${baseUrl}/control/v1${path}`, {
    method,
    headers: { host: new URL(baseUrl).host, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, result: text === '' ? undefined : parse(text) };
}

/** What differs between runs and releases, and tokens, which are long. */
const replacements: JsonObject = { duration: 3, version: '1.0.0', token: 'TOKEN' };

/** Longer lists only contain their end: those of the rate limit, whose newest window is the last one. */
const maxLength = 20;

function parse(text: string): unknown {
  return JSON.parse(text, (name, value) => {
    if (Array.isArray(value) && value.length > maxLength) return value.slice(-3);
    return name in replacements && value !== null ? replacements[name] : value;
  });
}

/** Sends a request to the API, as the server of the emulator would. */
async function callApi({ fake, requests }: EmulatorState, path: string): Promise<void> {
  const { token } = fake.key('digital-ordering');
  const request = new Request(`${baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  const log = requests.add({ request, body: Buffer.alloc(0), isTooLarge: false });
  const response = await fake.fetch(request);
  log.respond(response);
  log.write(new Uint8Array(await response.arrayBuffer()));
  log.end();
}

async function errorExamples(app: Hono): Promise<Map<number, unknown>> {
  const key = { useCase: 'order-data', label: '', webhook: '' };
  const responses = [
    await send(app, 'POST /outlets/default/keys', key),
    await send(app, 'GET /outlets', undefined, { origin: 'https://website.example' }),
    await send(app, 'GET /outlets/default/orders/order-9'),
    await send(app, 'DELETE /outlets/outlet-1'),
  ];
  return new Map(responses.map(({ status, result }) => [status, result]));
}
