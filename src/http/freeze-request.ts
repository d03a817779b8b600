import { formatInstant, parseInstant } from '../instants.js';
import { expandPath } from '../operations/paths.js';
import { VERSION } from '../version.js';
import type { Method } from './endpoint.js';
import type { QueryValue } from './options.js';
import type { Taken } from './take-input.js';

/** One logical call as it goes over the wire: made once, and the same on every attempt. */
export interface FrozenRequest {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The service hashes these bytes, so a repeated call sends the very same ones. */
  readonly body: Uint8Array<ArrayBuffer> | undefined;
  readonly idempotencyKey: string | undefined;
}

/** Step 2: writes address, headers and body down, so that nothing that changes later changes the request. */
export function freezeRequest(
  baseUrl: string,
  { endpoint, input, options }: Taken,
  idempotencyKey: string | undefined,
): FrozenRequest {
  const { params, query, body } = input;
  const url = new URL(baseUrl + expandPath(endpoint.path, params));
  // Set the query once: each change of a URL costs as much as parsing it.
  const queryString = new URLSearchParams(queryTexts(query)).toString();
  if (queryString !== '') url.search = queryString;
  return {
    method: endpoint.method,
    url: url.href,
    headers: {
      accept: 'application/json',
      'user-agent': `outlet-open-api/${VERSION}`,
      ...ownHeaders(options.headers),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body)),
    idempotencyKey,
  };
}

/** As the platform writes them, so that the caller's name for one of ours takes its place. */
function ownHeaders(given: Taken['options']['headers']): Record<string, string> {
  const entries = Object.entries(given);
  if (entries.length === 0) return {};
  const headers = new Headers();
  for (const [name, value] of entries) if (value !== undefined) headers.set(name, value);
  return Object.fromEntries(headers);
}

/** Formats a query as it goes over the wire. Parameters without a value are left out. */
export function queryTexts(query: Readonly<Record<string, QueryValue>>): Record<string, string> {
  const texts = Object.entries(query).flatMap(([name, value]) => {
    const text = queryText(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(texts);
}

function queryText(value: QueryValue): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.join(',');
  const instant = value instanceof Date ? parseInstant(value) : undefined;
  return instant === undefined ? String(value) : formatInstant(instant);
}
