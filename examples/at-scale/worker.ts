// `npm run worker`: processes the jobs of all outlets. Start as many as you need, on any machine.
import { Worker } from 'bullmq';
import type { OutboxRef } from 'outlet-open-api/sync';
import { connectDatabase, connectRedis, untilStopped } from './connections.js';
import { count } from './counters.js';
import { limitPerKey } from './limit-per-key.js';
import { addNightlyRun, reconcile } from './nightly.js';
import { concurrency, concurrencyPerKey, openCopy } from './orders.js';
import { addDueEntries, openOutbox } from './outbox.js';
import { openOutlets } from './outlets.js';
import { createOrderProcessor } from './process-order.js';
import { closeQueues, type OrderJob, openQueues, type ReconciliationJob, workerOptions } from './queues.js';

/** Milliseconds that the active jobs have to end. Kubernetes kills a process after 30 seconds. */
const gracePeriod = Number(process.env.GRACE_SECONDS || 20) * 1_000;

// First of all, because the signal can arrive while Redis is down.
const stopped = untilStopped();
const redis = connectRedis();
const db = connectDatabase();
const queues = openQueues(redis);
const outlets = openOutlets(db, redis);
const copy = openCopy(db);
const processOrder = createOrderProcessor({ copy, outlets });

const orders = new Worker<OrderJob>(
  queues.orders.name,
  async (job, token) => count(redis, await processOrder(job, token)),
  { ...workerOptions, connection: redis, concurrency },
);
orders.on('failed', () => count(redis, 'failed'));

const reconciliations = new Worker<ReconciliationJob>(
  queues.reconciliations.name,
  (job) => reconcile(job, { db, copy, outlets, queues }),
  { ...workerOptions, connection: redis, concurrency: 5 },
);
reconciliations.on('failed', (job, { message }) =>
  console.error(`Reconciliation of ${job?.data.keyRef ?? 'all outlets'}: ${message}`),
);

const outbox = openOutbox(db, outlets);
const runOutboxJob = limitPerKey(concurrencyPerKey);
const entries = new Worker<OutboxRef>(
  queues.outbox.name,
  (job, token) => runOutboxJob(job, token, async () => void (await outbox.process(job.data))),
  { ...workerOptions, connection: redis, concurrency: 50 },
);

const workers = [orders, reconciliations, entries];
for (const worker of workers) {
  // BullMQ itself tries again. The connection reports an outage of Redis once.
  worker.on(
    'error',
    ({ message }) => redis.status === 'ready' && console.error(`${worker.name}: ${message}`),
  );
}
// While Redis is down, the command waits, and the connection reports it.
const addRun = () => addNightlyRun(queues).catch(() => {});
addRun();
const timer = setInterval(addRun, 10_000);
// A database that is down is reported by the jobs of orders.
const outboxTimer = setInterval(() => addDueEntries(db, queues).catch(() => {}), 1_000);
console.log('Processing jobs');

await stopped;
clearInterval(timer);
clearInterval(outboxTimer);
// While Redis is down, a worker cannot close. Another one runs its active jobs again.
setTimeout(() => process.exit(), gracePeriod).unref();
// Takes no more jobs, and waits for the active ones.
await Promise.all(workers.map((worker) => worker.close()));
await outbox.close();
await closeQueues(queues);
outlets.close();
await db.end();
redis.disconnect();
