import type { FetchFunction } from 'outlet-open-api';
import { request } from 'undici';
import type { Access, BenchClient } from '../client.js';
import { openWith } from '../ours.js';

/** `undici.request` in the shape of `fetch`. Its response has only what the client needs. */
export const quickFetch: FetchFunction = async (url, { method, headers, body = null, signal }) => {
  const response = await request(url, { method, headers, body, signal });
  return {
    status: response.statusCode,
    headers: new Headers(response.headers as Record<string, string>),
    text: () => response.body.text(),
  };
};

export function open(access: Access): BenchClient {
  return openWith(access, { rateLimit: false, fetch: quickFetch });
}
