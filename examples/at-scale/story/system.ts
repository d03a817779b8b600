import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../../test/suites/servers/start/start-postgres.js';
import { type RedisServer, startRedis } from '../../../test/suites/servers/start/start-redis.js';
import { readCounters } from '../counters.js';
import { closeQueues, openQueues, type Queues } from '../queues.js';
import { type Chain, openChain } from './chain.js';
import { type Program, startProgram } from './program.js';

/** Everything that runs: the servers, the fake chain, and the programs of this example. */
export interface System {
  /** The Redis of this run; `undefined` if `REDIS_URL` names another one. */
  readonly redis: RedisServer | undefined;
  /** The PostgreSQL of this run; `undefined` if `DATABASE_URL` names another one. */
  readonly postgres: PostgresServer | undefined;
  readonly chain: Chain;
  readonly receivers: readonly Program[];
  readonly workers: readonly Program[];
  readonly db: pg.Pool;
  readonly queues: Queues;
  readonly environment: Readonly<Record<string, string>>;
  /** Returns what the receivers and workers have counted. */
  counters(): ReturnType<typeof readCounters>;
  /** Resolves when the receivers have acknowledged all webhooks, and all jobs have ended. */
  idle(): Promise<void>;
  /** Deletes all data of Redis. */
  flush(): Promise<unknown>;
  /** Reconciles all outlets, as the workers do every night. */
  reconcile(): Promise<void>;
  /** Stops everything. Rejects if a program fails to stop by itself. */
  close(): Promise<void>;
}

/** The tables of `npm start` in the database that `DATABASE_URL` names. */
const schema = 'outlet_at_scale';

/** Starts everything. */
export async function startSystem(options: {
  readonly seed: number;
  readonly outlets: number;
  readonly receivers: number;
  readonly workers: number;
  /** The URLs of existing servers. */
  readonly redisUrl?: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly onLine?: (line: string) => void;
}): Promise<System> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    const errors: unknown[] = [];
    for (const step of closing.splice(0).reverse()) await step().catch((error) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  };
  try {
    return await start();
  } catch (error) {
    await close();
    throw error;
  }

  async function start(): Promise<System> {
    const redis = options.redisUrl
      ? undefined
      : await startRedis({ appendonly: 'yes', appendfsync: 'always' });
    closing.push(async () => redis?.close());
    const postgres = options.databaseUrl ? undefined : await startPostgres();
    closing.push(async () => postgres?.close());
    const REDIS_URL = options.redisUrl ?? redis?.url ?? '';
    const DATABASE_URL = inSchema(options.databaseUrl ?? postgres?.url ?? '');

    const connection = new Redis(REDIS_URL, { maxRetriesPerRequest: null });
    connection.on('error', () => {});
    closing.push(async () => connection.disconnect());
    if ((await connection.dbsize()) > 0) {
      throw new Error(`The database at REDIS_URL has keys. Name an empty one, such as redis://localhost/9.`);
    }
    closing.push(() => connection.flushdb());
    const db = new pg.Pool({ connectionString: DATABASE_URL });
    // Its connections can still be closing when the server stops.
    db.on('error', () => {});
    closing.push(() => db.end());
    await db.query(`drop schema if exists ${schema} cascade; create schema ${schema}`);
    closing.push(() => db.query(`drop schema ${schema} cascade`));
    const tablesOfSdk = createRequire(import.meta.url).resolve('outlet-open-api/postgres.sql');
    for (const file of [tablesOfSdk, new URL('../schema.sql', import.meta.url)]) {
      await db.query(await readFile(file, 'utf8'));
    }

    const webhookSecret = randomBytes(32).toString('hex');
    const receivers: Program[] = [];
    const urlOf = ({ firstLine }: Program) => `http://127.0.0.1:${firstLine.split(' ').at(-1)}`;
    const { seed, outlets: count, onLine } = options;
    const chain = await openChain({ count, seed, webhookSecret }, () => receivers.map(urlOf));
    closing.push(() => chain.close());
    for (const { outletId, key } of chain.outlets) {
      await db.query('insert into api_keys values ($1, $1, $2)', [outletId, key('order-data').token]);
    }

    const environment = {
      REDIS_URL,
      DATABASE_URL,
      OUTLET_BASE_URL: chain.url,
      WEBHOOK_SECRET: webhookSecret,
      WORKERS: String(options.workers),
      PORT: '0',
    };
    const open = async (file: string, programs: Program[], size: number) => {
      const startOne = async () => {
        const program = await startProgram(file, environment, onLine);
        programs.push(program);
        closing.push(async () => {
          const code = await program.stop();
          const lines = [`${file} ended with code ${code}:`, ...program.lastErrors];
          if (code !== 0) throw new Error(lines.join('\n'));
        });
      };
      await Promise.all(Array.from({ length: size }, startOne));
    };
    const workers: Program[] = [];
    await open('receiver.ts', receivers, options.receivers);
    await open('worker.ts', workers, options.workers);

    const queues = openQueues(connection);
    closing.push(() => closeQueues(queues));
    const untilEnded = async (name: 'orders' | 'reconciliations') => {
      const unfinished = () => queues[name].getJobCountByTypes('waiting', 'delayed', 'active');
      while ((await unfinished()) > 0) await pause(100);
    };
    // The first worker starts a nightly run.
    while ((await queues.reconciliations.getCompletedCount()) === 0) await pause(100);
    await untilEnded('reconciliations');
    return {
      redis,
      postgres,
      chain,
      receivers,
      workers,
      db,
      queues,
      environment,
      close,
      counters: () => readCounters(connection),
      async idle() {
        await chain.idle();
        await untilEnded('orders');
      },
      flush: () => connection.flushdb(),
      async reconcile() {
        await queues.reconciliations.add('all outlets', {});
        await untilEnded('reconciliations');
      },
    };
  }
}

/** Returns a URL whose connections use a schema of their own. */
function inSchema(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return url.href;
}
