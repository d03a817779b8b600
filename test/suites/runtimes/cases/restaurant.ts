import { OutletClient, type OutletClientOptions } from 'outlet-open-api';
import type { FakeOutletOptions, Fault, RecordedRequest } from 'outlet-open-api/testing';
import type { Place } from './case.js';

/** A restaurant of the service that only one case uses, with its own keys, orders and rate limit. */
export interface Restaurant {
  readonly url: string;
  /** A token of the use case Digital Ordering. */
  readonly token: string;
  readonly outlet: OutletClient;
  client(options: OutletClientOptions): OutletClient;
  /** Makes one of the next requests fail. */
  fail(fault: Fault): Promise<void>;
  /** Every request that arrived, the oldest first. */
  requests(): Promise<RecordedRequest[]>;
  /** Resolves when a request has arrived. */
  visited(): Promise<void>;
  /** Resolves when a client has disconnected before it got a response. */
  abandoned(): Promise<void>;
  /** Returns every order of the restaurant. */
  orders(): Promise<{ id: string; created?: string }[]>;
}

/** Opens a restaurant of the service. The runtime's own `fetch` reaches it over sockets. */
export async function openRestaurant(
  { serviceUrl }: Place,
  options: Pick<FakeOutletOptions, 'rateLimit'> = {},
): Promise<Restaurant> {
  const { url, token }: { url: string; token: string } = await post(`${serviceUrl}/restaurants`, options);
  const client = (options: OutletClientOptions) =>
    new OutletClient({ baseUrl: url, accessToken: token, logLevel: 'off', ...options });
  return {
    url,
    token,
    client,
    outlet: client({}),
    fail: (fault) => post(`${url}/control/faults`, fault),
    requests: () => get(`${url}/control/requests`),
    visited: () => get(`${url}/control/visited`),
    abandoned: () => get(`${url}/control/abandoned`),
    orders: () => get(`${url}/control/orders`),
  };
}

async function get<T>(url: string): Promise<T> {
  return (await fetch(url)).json();
}

async function post<T>(url: string, body: unknown): Promise<T> {
  // Sent as text, so that a browser sends no preflight request.
  return (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json();
}
