import { isIP } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';
import type { ControlError } from '../contract.js';

/**
 * Rejects requests whose `Host` is not a name of this machine. Otherwise, a site could point its own name at the emulator and read
 * from it.
 */
export function requireOwnHost(boundHost: string): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    if (!isOwnHost(host, boundHost)) {
      const names = 'Open the dashboard at localhost or 127.0.0.1.';
      return reject(context, 403, `The dashboard does not accept the host ${JSON.stringify(host)}. ${names}`);
    }
    return next();
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

function isOwnHost(host: string, boundHost: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  const own = isIP(boundHost) === 6 ? `[${boundHost}]` : boundHost;
  return ['localhost', '127.0.0.1', '[::1]', own.toLowerCase()].includes(name) || name.endsWith('.localhost');
}

function reject(context: Context, status: 403 | 415, message: string): Response {
  const body: ControlError = { message };
  return context.json(body, status);
}
