import type { Context, MiddlewareHandler } from 'hono';
import type { ControlError } from '../contract.js';
import { hostProblem, type IsAllowedHost } from './allowed-host.js';

/** Rejects requests with a `Host` that the emulator does not accept. */
export function requireAllowedHost(isAllowedHost: IsAllowedHost): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    return isAllowedHost(host) ? next() : reject(context, 403, hostProblem(host));
  };
}

/** Rejects requests of pages of other sites. A form cannot send JSON, so writes must be JSON. */
export const requireSameOrigin: MiddlewareHandler = async (context, next) => {
  const { req } = context;
  const site = req.header('sec-fetch-site') ?? 'none';
  const origin = req.header('origin');
  const isForeign = origin !== undefined && origin !== `http://${req.header('host')}`;
  if (isForeign || (site !== 'same-origin' && site !== 'none')) {
    return reject(
      context,
      403,
      'The control API accepts requests only from its own dashboard, not from other sites.',
    );
  }
  const type = req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (req.method !== 'GET' && req.method !== 'HEAD' && type !== 'application/json') {
    return reject(context, 415, 'Send writes with the header content-type: application/json.');
  }
  return next();
};

function reject(context: Context, status: 403 | 415, message: string): Response {
  const body: ControlError = { message };
  return context.json(body, status);
}
