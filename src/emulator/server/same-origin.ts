import type { MiddlewareHandler } from 'hono';
import { hostProblem, type IsAllowedHost } from './allowed-host.js';
import { errorResponse } from './error-response.js';

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
