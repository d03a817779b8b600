import { createHmac } from 'node:crypto';
import { createOutletPool, type OutletClient, type OutletPool } from 'outlet-open-api';
import type { Database } from './database.js';

/** How many outlets a job works on at the same time. Each uses a connection to the database now and then. */
const concurrency = 10;

/** Adds an outlet, or replaces its token. */
export async function addOutlet(
  db: Database,
  outletRef: string,
  accessToken: string,
  outletId?: string,
): Promise<void> {
  await db.query(
    `insert into outlets (ref, access_token, outlet_id) values ($1, $2, $3)
     on conflict (ref) do update set access_token = excluded.access_token, outlet_id = excluded.outlet_id`,
    [outletRef, accessToken, outletId],
  );
}

/** Returns the API's own ID of an outlet, if it is known. */
export async function outletIdOf(db: Database, outletRef: string): Promise<string | undefined> {
  const text = 'select outlet_id as "outletId" from outlets where ref = $1';
  const { rows } = await db.query<{ outletId: string | null }>(text, [outletRef]);
  return rows[0]?.outletId ?? undefined;
}

/** Opens the clients of all outlets. After a 401, the pool reads the token again, so a new token needs no restart. */
export function openOutlets(db: Database, baseUrl = process.env.OUTLET_BASE_URL): OutletPool {
  return createOutletPool({
    async load(outletRef) {
      const { rows } = await db.query<{ accessToken: string }>(
        'select access_token as "accessToken" from outlets where ref = $1',
        [outletRef],
      );
      return { baseUrl, accessToken: rows[0]?.accessToken };
    },
  });
}

/** Runs a job for each outlet. If the job of an outlet fails, those of the others continue, and the result rejects at the end. */
export async function forEachOutlet(
  db: Database,
  outlets: OutletPool,
  job: (outlet: OutletClient, outletRef: string) => Promise<unknown>,
): Promise<void> {
  const { rows } = await db.query<{ ref: string }>('select ref from outlets order by ref');
  const failed: string[] = [];
  const waiting = rows.values();
  const worker = async () => {
    for (const { ref } of waiting) {
      try {
        await job(await outlets.get(ref), ref);
      } catch (error) {
        failed.push(ref);
        console.error(`${ref}:`, error);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (failed.length > 0)
    throw new Error(`The job failed for ${failed.join(', ')}. Start it again to resume.`);
}

/** Returns the path of an outlet's webhook URL. Its secret is derived, so none is stored, and no merchant knows that of another. */
export function webhookPathOf(outletRef: string, secret: string): string {
  return `/hooks/${outletRef}/${webhookSecretOf(outletRef, secret)}`;
}

export function webhookSecretOf(outletRef: string, secret: string): string {
  return createHmac('sha256', secret).update(outletRef).digest('hex');
}
