import type pg from 'pg';

/** The advisory lock that holds back processes until all of them have started. */
const gateLock = 7;

/** Waits in a process until the gate is opened. */
export async function startTogether(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  await client.query('select pg_advisory_lock_shared($1)', [gateLock]);
  await client.query('select pg_advisory_unlock_shared($1)', [gateLock]);
  client.release();
}

/** Closes the gate. Returns a function that opens it when this many processes wait. */
export async function closeGate(pool: pg.Pool): Promise<(processes: number) => Promise<void>> {
  const client = await pool.connect();
  await client.query('select pg_advisory_lock($1)', [gateLock]);
  return async (processes) => {
    const text = "select from pg_locks where locktype = 'advisory' and not granted";
    while ((await client.query(text)).rows.length < processes);
    await client.query('select pg_advisory_unlock($1)', [gateLock]);
    client.release();
  };
}
