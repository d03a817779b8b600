import { OutletClient, type OutletClientOptions } from 'outlet-open-api';
import { vi } from 'vitest';

/** A request, and when it arrived. */
export interface Arrival {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
  readonly at: number;
  readonly signal: AbortSignal;
}

/** What happens to one request: a response, a lost connection, or whatever a function does. */
export type Step = Response | Error | ((arrival: Arrival) => Response | Promise<Response>);

export interface ScriptedService {
  readonly fetch: typeof globalThis.fetch;
  readonly arrivals: Arrival[];
}

/** A service that follows a script: one step for each request. The last step repeats. */
export function scriptedService(...script: Step[]): ScriptedService {
  const arrivals: Arrival[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, headers } = request;
    const arrival = {
      method,
      headers,
      // The signal of a Request no longer aborts after the Request is garbage-collected.
      signal: init?.signal ?? request.signal,
      url: new URL(request.url),
      at: Date.now(),
      body: await request.text(),
    };
    arrivals.push(arrival);
    const step = script[Math.min(arrivals.length, script.length) - 1] ?? json({ id: 'o-1' });
    if (step instanceof Error) throw step;
    return step instanceof Response ? step.clone() : step(arrival);
  };
  return { fetch, arrivals };
}

let clients = 0;

/** Creates a client of a scripted service with its own key, so that it shares its limiter with no other test. */
export function clientOf(service: ScriptedService, options: OutletClientOptions = {}): OutletClient {
  clients += 1;
  return new OutletClient({
    baseUrl: 'https://pos.example',
    accessToken: `token-${clients}`,
    fetch: service.fetch,
    responseValidation: 'off',
    logLevel: 'off',
    ...options,
  });
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

export function text(body: string, status = 200, type = 'text/plain'): Response {
  return new Response(body, { status, headers: { 'content-type': type } });
}

/** A 429 as the service sends it. */
export function tooMany(retryAfter: number): Response {
  return json({ code: 429, message: 'Rate limit exceeded', retryAfter }, 429);
}

/** What the `fetch` of Node.js throws when a connection fails. */
export function connectionLost(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(`connect ${code}`), { code }) });
}

/** Responds after this many milliseconds. */
export function delayed(response: Response, milliseconds: number): Step {
  return () => new Promise((resolve) => setTimeout(() => resolve(response.clone()), milliseconds));
}

/** Never responds, and rejects when the request's signal aborts, as `fetch` does. */
export function hang({ signal }: Arrival): Promise<Response> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

/** Never responds, whatever its signal does. */
export function deaf(): Promise<Response> {
  return new Promise(() => {});
}

/** Responds at once with headers and the beginning of a body that never ends. */
export function hangingBody(): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"id":')),
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

/** Runs all fake timers, and returns the outcome of the promise. */
export async function finished<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  await vi.runAllTimersAsync();
  return promise;
}

/** Returns the reason with which a promise rejects. */
export function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => Promise.reject(new Error('It was not rejected', { cause: value })),
    (reason) => reason,
  );
}

/** A valid order with personal data of a guest. */
export const order = {
  channelId: 'c-1',
  partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
  items: [{ menuItemId: 'm-1', quantity: 2, customerName: 'Ada Lovelace' }],
};
