import { setTimeout as sleep } from 'node:timers/promises';
import { Table } from './table.js';

/** A response that repeating the request would not change. */
export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
  /** When the request was sent. Responses can overtake each other, so only the copy that was requested last is kept. */
  readonly requestedAt: number;
}

/** A request failed in a way that can pass. It may have had its effect. */
export class Unavailable extends Error {}

const { OUTLET_BASE_URL = '', OUTLET_ACCESS_TOKEN = '', OUTLET_REF = '', MISTAKE } = process.env;
/** The tokens of added outlets. */
const tokens = new Table<{ readonly outletRef: string; readonly token: string }>('tokens');
const timeLimit = MISTAKE === 'has-no-time-limit' ? 1_000_000 : 10_000;
/** The API allows 5 requests a second. */
const spacing = 220;

let freeAt = 0;
let queue = Promise.resolve();

/** Keeps the token of another outlet. */
export function addOutlet(body: unknown) {
  const { outletRef, token } = fieldsOf(body);
  if (typeof outletRef !== 'string' || typeof token !== 'string') return { status: 400 };
  tokens.set(outletRef, { outletRef, token });
  return { status: 200 };
}

/** Returns the names of all outlets. */
export function outletRefs(): string[] {
  return [OUTLET_REF, ...tokens.all().map(({ outletRef }) => outletRef)];
}

/** Sends one request about an outlet, when the rate limit allows it. */
export async function call(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  json?: object,
  headers: Record<string, string> = {},
  outletRef = OUTLET_REF,
): Promise<ApiResponse> {
  queue = queue.then(nextSlot);
  await queue;
  const requestedAt = Date.now();
  try {
    const response = await fetch(`${OUTLET_BASE_URL}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.get(outletRef)?.token ?? OUTLET_ACCESS_TOKEN}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: json ? JSON.stringify(json) : null,
      signal: AbortSignal.timeout(timeLimit),
    });
    const { status } = response;
    if (MISTAKE === 'logs-the-token') console.log(`${method} ${path} with ${OUTLET_ACCESS_TOKEN}: ${status}`);
    // The body of a 2xx can be cut off or empty, although the request had its effect.
    const body: unknown = await response.json();
    if (status === 429) pause(body);
    const isRepeatedForever = MISTAKE === 'repeats-rejections' && [400, 404].includes(status);
    if ([401, 408, 429].includes(status) || status >= 500 || isRepeatedForever)
      throw new Unavailable(`${method} ${path}: ${status}`);
    return { status, body, requestedAt };
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    throw new Unavailable(`${method} ${path} failed`, { cause: error });
  }
}

async function nextSlot(): Promise<void> {
  if (MISTAKE === 'never-waits') return;
  // A 429 can move the time while this request waits.
  while (freeAt > Date.now()) await sleep(freeAt - Date.now());
  freeAt = Date.now() + spacing;
}

function pause(body: unknown): void {
  const seconds = Number(fieldsOf(body).retryAfter) || 0;
  freeAt = Math.max(freeAt, Date.now() + 1_000 * Math.max(seconds, 1));
}

/** Repeats a step until the API is available, with growing delays. */
export async function persistently<T>(step: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      console.error(error.message);
      if (MISTAKE === 'never-waits') continue;
      await sleep(Math.min(500 * 2 ** failures, 8_000) * (0.7 + 0.3 * Math.random()));
    }
  }
}

/** Returns the fields of a JSON value. Anything but an object has none. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
