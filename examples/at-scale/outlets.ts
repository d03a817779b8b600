import { createOutletPool, type OutletPool } from 'outlet-open-api';
import type pg from 'pg';
import { variable } from './connections.js';

/** The table has no such outlet, so its jobs become dead letters. */
export class UnknownOutletError extends Error {}

/** Opens the pool of clients. After a 401, the pool loads the token of the outlet again, so a rotation needs no restart. */
export function openOutlets(db: pg.Pool, onRefused: () => void): OutletPool {
  const baseUrl = variable('OUTLET_BASE_URL');
  return createOutletPool({
    async load(outletId) {
      const { rows } = await db.query<{ accessToken: string }>(
        'select access_token as "accessToken" from outlets where id = $1',
        [outletId],
      );
      const [outlet] = rows;
      if (!outlet) throw new UnknownOutletError(`The table outlets has no row ${outletId}. Add it.`);
      return {
        baseUrl,
        accessToken: outlet.accessToken,
        // A job that takes too long is retried by BullMQ, and so leaves its place to others.
        timeout: 10_000,
        maxRetries: 1,
        hooks: { onRateLimit: ({ kind }) => kind === 'refused' && onRefused() },
      };
    },
  });
}
