// A backend with an outbox in PostgreSQL, which the test kills. Its last argument is the URL of the database.
import pg from 'pg';
import { createPostgresOutboxStore } from '../../../../../src/postgres/index.js';
import { serveOutbox } from '../../../../support/outbox/serve-outbox.js';

const pool = new pg.Pool({ connectionString: process.argv.at(-1) });
// A pool reports connections that end while nobody uses them.
pool.on('error', () => {});
serveOutbox(createPostgresOutboxStore({ pool }));
