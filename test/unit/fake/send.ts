import {
  createFakeOutlet,
  type FakeOutlet,
  type FakeOutletOptions,
  type UseCase,
} from 'outlet-open-api/testing';
import { publishMenu } from './menu.js';

/** The time of a fake's clock, until it is advanced. */
export const noon = Date.parse('2026-03-31T12:00:00.000Z');

/** A fake at noon without a rate limit, and with its usual data: hundreds of orders and receipts, which take a while to create. */
export function filledAtNoon(options: FakeOutletOptions = {}): FakeOutlet {
  return createFakeOutlet({ now: () => noon, rateLimit: false, ...options });
}

/** A fake at noon without a rate limit. It has the usual channels and menu, unless it is `empty`, and no past orders. */
export function fakeAtNoon({ empty = false, ...options }: FakeOutletOptions = {}): FakeOutlet {
  const fake = filledAtNoon({ ...options, empty: true });
  if (!empty) publishMenu(fake);
  return fake;
}

export interface Sent {
  status: number;
  body: unknown;
  headers: Headers;
}

export interface What {
  as?: UseCase;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends a raw request: `GET /channels`. */
export async function send(fake: FakeOutlet, line: string, what: What = {}): Promise<Sent> {
  const response = await fake.fetch(requestFor(fake, line, what));
  return { status: response.status, body: await response.json(), headers: response.headers };
}

export function requestFor(fake: FakeOutlet, line: string, what: What = {}): Request {
  const { as = 'digital-ordering', body, headers } = what;
  const [method = '', path = ''] = line.split(' ');
  return new Request(`${fake.baseUrl}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${fake.key(as).token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}
