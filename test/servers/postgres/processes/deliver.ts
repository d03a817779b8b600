// Handles a delivery, and kills itself at a moment of its transaction: `deliver.ts <url> <order ID> <moment>`.

import { createPostgresDeduplicator } from 'outlet-open-api/postgres';
import pg from 'pg';
import { createReceiver, deliver } from '../deliveries.js';

const [connectionString, id = '', moment] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString });
const handle = createReceiver({
  pool,
  deduplicator: createPostgresDeduplicator({ pool }),
  leaseDuration: 500,
  onMoment: (now) => now === moment && process.kill(process.pid, 'SIGKILL'),
});
console.log(await deliver(handle, id));
await pool.end();
