import {
  createFakeOutlet,
  type FakeOutlet,
  type FakeOutletOptions,
  type UseCase,
} from 'outlet-open-api/testing';

/** The time of a fake's clock, until it is advanced. */
export const noon = Date.parse('2026-03-31T12:00:00.000Z');

/** A fake at noon, with its usual data and without a rate limit. */
export function fakeAtNoon(options: FakeOutletOptions = {}): FakeOutlet {
  return createFakeOutlet({ now: () => noon, rateLimit: false, ...options });
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
