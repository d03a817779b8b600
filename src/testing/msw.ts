/**
 * Connects the fake API of `outlet-open-api/testing` to Mock Service Worker.
 *
 * @packageDocumentation
 */
import { type HttpHandler, HttpResponse, http } from 'msw';
import type { FakeOutlet } from '../fake/index.js';

/**
 * Creates msw handlers that pass all requests to the fake's base URL to the fake. Use them if you cannot pass its `fetch`.
 * @example
 * ```ts
 * import { setupServer } from 'msw/node';
 *
 * const server = setupServer(...outletHandlers(fake));
 * ```
 */
export function outletHandlers(fake: Pick<FakeOutlet, 'baseUrl' | 'fetch'>): HttpHandler[] {
  return [
    http.all(urlsBelow(fake.baseUrl), async ({ request }) => {
      try {
        return await fake.fetch(request);
      } catch {
        return HttpResponse.error();
      }
    }),
  ];
}

/** Returns a pattern, because characters such as parentheses have a meaning in paths of msw. */
function urlsBelow(baseUrl: string): RegExp {
  const { href } = new URL(baseUrl);
  return new RegExp(`^${href.replace(/\/$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/`);
}
