import { createHmac } from 'node:crypto';
import { createOutletPool, type OutletClient, type OutletPool } from 'outlet-open-api';
import type { UseCase } from 'outlet-open-api/webhooks';
import type { Database } from './database.js';

/** How many outlets a job works on at the same time. Each uses a connection to the database now and then. */
const concurrency = 10;

/** An API key. An outlet can have several, which all deliver the same orders. */
export interface ApiKey {
  /** Your ID of the key, which is part of its webhook URL. */
  readonly keyRef: string;
  /** Your ID of the outlet. */
  readonly outletRef: string;
  readonly useCase: UseCase;
  readonly accessToken: string;
}

/** Adds a key, or replaces its token. */
export async function addKey(db: Database, key: ApiKey): Promise<void> {
  await db.query(
    `insert into api_keys (ref, outlet_ref, use_case, access_token) values ($1, $2, $3, $4)
     on conflict (ref) do update set outlet_ref = excluded.outlet_ref, use_case = excluded.use_case,
       access_token = excluded.access_token`,
    [key.keyRef, key.outletRef, key.useCase, key.accessToken],
  );
}

/** Opens the clients of all keys. After a 401, the pool reads the token again, so a new token needs no restart. */
export function openOutlets(db: Database, baseUrl = process.env.OUTLET_BASE_URL): OutletPool {
  return createOutletPool({
    async load(keyRef) {
      const { rows } = await db.query<{ accessToken: string; outletRef: string }>(
        'select access_token as "accessToken", outlet_ref as "outletRef" from api_keys where ref = $1',
        [keyRef],
      );
      return { baseUrl, ...rows[0] };
    },
  });
}

/**
 * Runs a job for each outlet, with its Order Data key, which can list orders. If the job of an outlet fails, those
 * of the others continue, and the result rejects at the end.
 */
export async function forEachOutlet(
  db: Database,
  outlets: OutletPool,
  job: (outlet: OutletClient, outletRef: string) => Promise<unknown>,
): Promise<void> {
  const { rows } = await db.query<{ keyRef: string; outletRef: string }>(
    `select min(ref) as "keyRef", outlet_ref as "outletRef" from api_keys
     where use_case = 'order-data' group by outlet_ref order by outlet_ref`,
  );
  const failed: string[] = [];
  const waiting = rows.values();
  const worker = async () => {
    for (const { keyRef, outletRef } of waiting) {
      try {
        await job(await outlets.get(keyRef), outletRef);
      } catch (error) {
        failed.push(outletRef);
        console.error(`${outletRef}:`, error);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (failed.length > 0)
    throw new Error(`The job failed for ${failed.join(', ')}. Start it again to resume.`);
}

/** Returns the path and query of a key's webhook URL. Its secret is derived, so none is stored, and no merchant knows that of another. */
export function webhookPathOf(keyRef: string, secret: string): string {
  return `/hooks?${new URLSearchParams({ key: keyRef, secret: webhookSecretOf(keyRef, secret) })}`;
}

export function webhookSecretOf(keyRef: string, secret: string): string {
  return createHmac('sha256', secret).update(keyRef).digest('hex');
}
