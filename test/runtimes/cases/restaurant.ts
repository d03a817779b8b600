import { OutletClient, type OutletClientOptions } from 'outlet-open-api';
import type { FakeOutletOptions, Fault, RecordedRequest } from 'outlet-open-api/testing';
import type { Place } from './case.js';

/** A restaurant of the service, which nobody else knows: with keys, orders and a rate limit of its own. */
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
  /** Resolves when a client has hung up before it was answered. */
  abandoned(): Promise<void>;
  /** Every order that it has. */
  orders(): Promise<{ id: string; created?: string }[]>;
}

/** Opens a restaurant of the service, to be reached over sockets by the runtime's own `fetch`. */
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
    fail: (fault) => post(`${url}/staff/faults`, fault),
    requests: () => get(`${url}/staff/requests`),
    visited: () => get(`${url}/staff/visited`),
    abandoned: () => get(`${url}/staff/abandoned`),
    orders: () => get(`${url}/staff/orders`),
  };
}

async function get<T>(url: string): Promise<T> {
  return (await fetch(url)).json();
}

async function post<T>(url: string, body: unknown): Promise<T> {
  // As text, which a browser sends without asking first.
  return (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json();
}
