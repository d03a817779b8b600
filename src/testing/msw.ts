/**
 * Connects the fake API of `outlet-open-api/testing` to Mock Service Worker.
 *
 * @packageDocumentation
 */
import { type HttpHandler, HttpResponse, http } from 'msw';
import type { FakeOutlet } from '../fake/fake-outlet.js';

/**
 * Responds to all requests to the fake's base URL with the fake, for clients that do not use its `fetch`.
 *
 * @example
 * ```ts
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

/** A pattern, because msw gives characters such as parentheses in a path a meaning. */
function urlsBelow(baseUrl: string): RegExp {
  const { href } = new URL(baseUrl);
  return new RegExp(`^${href.replace(/\/$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/`);
}
