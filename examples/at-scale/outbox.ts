import type { OutletPool } from 'outlet-open-api';
import { createPostgresOutboxStore, type PostgresClient } from 'outlet-open-api/postgres';
import { createOutbox, type Outbox } from 'outlet-open-api/sync';
import type pg from 'pg';
import { addOutboxJobs, type Queues } from './queues.js';

/** Opens the outbox of an ordering platform. A change can be reported twice, and by two workers at once, so a row keeps the latest version. */
export function openOutbox(db: pg.Pool, outlets: OutletPool): Outbox<PostgresClient> {
  return createOutbox({
    store: createPostgresOutboxStore({ pool: db }),
    outlets,
    async onChange({ keyRef, reference, state, order, version }) {
      await db.query(
        `insert into guest_orders (key_ref, reference, status, version) values ($1, $2, $3, $4)
         on conflict (key_ref, reference) do update set status = excluded.status, version = excluded.version
         where guest_orders.version < excluded.version`,
        [keyRef, reference, order?.status ?? state, version],
      );
    },
  });
}

/**
 * Adds a job for each entry that is due, unless Redis has it. Every worker calls this every second, instead of `outbox.run`. So a new
 * order, a webhook or a cancellation is processed within a second, also after Redis has lost its data.
 */
export async function addDueEntries(db: pg.Pool, queues: Queues): Promise<void> {
  const store = createPostgresOutboxStore({ pool: db });
  await addOutboxJobs(queues, await store.due({ limit: 1_000, exceptKeys: [] }));
}
