import { OutletClient } from 'outlet-open-api';
import type pg from 'pg';
import { variable } from './connections.js';

export type Outlets = ReturnType<typeof openOutlets>;

/** Interim. */
export function openOutlets(db: pg.Pool, onRefused: () => void) {
  const clients = new Map<string, Promise<OutletClient>>();
  async function load(outletId: string) {
    const { rows } = await db.query<{ accessToken: string }>(
      'select access_token as "accessToken" from outlets where id = $1',
      [outletId],
    );
    const [outlet] = rows;
    if (!outlet) throw new UnknownOutletError(`The table outlets has no row ${outletId}. Add it.`);
    return new OutletClient({
      baseUrl: variable('OUTLET_BASE_URL'),
      accessToken: async () => {
        const { rows } = await db.query<{ accessToken: string }>(
          'select access_token as "accessToken" from outlets where id = $1',
          [outletId],
        );
        return rows[0]?.accessToken ?? '';
      },
      timeout: 10_000,
      maxRetries: 1,
      hooks: { onRateLimit: ({ kind }) => kind === 'refused' && onRefused() },
    });
  }
  return {
    get(outletId: string) {
      const known = clients.get(outletId) ?? load(outletId);
      clients.set(outletId, known);
      known.catch(() => clients.delete(outletId));
      return known;
    },
    async close() {
      for (const client of clients.values()) await (await client).close();
    },
  };
}

/** The table has no such outlet. */
export class UnknownOutletError extends Error {}
