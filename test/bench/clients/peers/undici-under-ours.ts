import { request } from 'undici';
import type { Access, BenchClient } from '../client.js';
import { openWith } from '../ours.js';

/** `undici.request` in the shape of `fetch`: its answer has what is read of one, and no more. */
export const quickFetch = async (
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> => {
  const wish = input instanceof Request ? input : { url: String(input), ...init };
  const { statusCode, headers, body } = await request(wish.url, {
    method: wish.method ?? 'GET',
    headers: Object.fromEntries(new Headers(wish.headers)),
    body: wish.body,
    signal: init.signal,
  });
  const answer = {
    status: statusCode,
    ok: statusCode >= 200 && statusCode < 300,
    type: 'basic',
    headers: new Headers(headers as Record<string, string>),
    body,
    text: () => body.text(),
  };
  return answer as unknown as Response;
};

export function open(access: Access): BenchClient {
  return openWith(access, { rateLimit: false, fetch: quickFetch });
}
