import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { errorResponse } from './error-response.js';

/** Returns whether a `Host` header is one that the emulator accepts. */
export type IsAllowedHost = (host: string) => boolean;

/**
 * Returns a function that accepts localhost, IP addresses, the bound host, and the names in `allowed`. Otherwise, a website could point
 * its own name at the emulator, and use the API and the dashboard from the reader's browser. This is impossible with an IP address.
 */
export function hostMatcher(boundHost: string, allowed: readonly string[]): IsAllowedHost {
  const names = ['localhost', boundHost, ...allowed].map((name) => name.toLowerCase());
  return (host) => {
    const name = host.replace(/:\d+$/, '').toLowerCase();
    const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
    return isAddress || names.includes(name) || name.endsWith('.localhost');
  };
}

/** Says how to reach the emulator by a host that it does not accept. */
export function hostProblem(host: string): string {
  const name = host.replace(/:\d+$/, '');
  return `The emulator does not accept the host ${JSON.stringify(host)}. Use localhost or an IP address, or start it with --allowed-host ${name}.`;
}

/** Rejects requests with a `Host` that the emulator does not accept. */
export function requireAllowedHost(isAllowedHost: IsAllowedHost): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    return isAllowedHost(host) ? next() : errorResponse(403, hostProblem(host));
  };
}

/** Rejects requests of pages of other sites. A form cannot send JSON, so bodies must be JSON. Browsers send the `Origin` of a form. */
export const requireSameOrigin: MiddlewareHandler = async ({ req }, next) => {
  const site = req.header('sec-fetch-site') ?? 'none';
  const origin = req.header('origin');
  const isForeign = origin !== undefined && origin !== `http://${req.header('host')}`;
  if (isForeign || (site !== 'same-origin' && site !== 'none')) {
    return errorResponse(
      403,
      'The control API accepts requests from programs and from its own dashboard, not from other sites.',
    );
  }
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  const type = req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (isRead || type === 'application/json' || (await req.text()) === '') return next();
  return errorResponse(415, 'Send bodies as JSON, with the header content-type: application/json.');
};
