// `npm run worker`: processes the jobs of all outlets. Start as many as you need, on any machine.
import { Worker } from 'bullmq';
import { connectDatabase, connectRedis, untilStopped } from './connections.js';
import { count } from './counters.js';
import { addNightlyRun, reconcile } from './nightly.js';
import { openOutlets } from './outlets.js';
import { createOrderProcessor } from './process-order.js';
import { closeQueues, type OrderJob, openQueues, type ReconciliationJob, workerOptions } from './queues.js';

const redis = connectRedis();
const db = connectDatabase();
const queues = openQueues(redis);
const outlets = openOutlets(db, redis);
const processOrder = createOrderProcessor({ db, outlets });

const orders = new Worker<OrderJob>(
  queues.orders.name,
  async (job, token) => count(redis, await processOrder(job, token)),
  // Most jobs wait for the rate limit of their outlet, so a process runs many at the same time.
  { ...workerOptions, connection: redis, concurrency: 50 },
);
orders.on('failed', () => count(redis, 'failed'));

const reconciliations = new Worker<ReconciliationJob>(
  queues.reconciliations.name,
  (job) => reconcile(job, { db, outlets, queues }),
  { ...workerOptions, connection: redis, concurrency: 5 },
);
reconciliations.on('failed', (job, { message }) =>
  console.error(`Reconciliation of ${job?.data.keyRef ?? 'all outlets'}: ${message}`),
);

const workers = [orders, reconciliations];
for (const worker of workers) {
  // BullMQ itself tries again. The connection reports an outage of Redis once.
  worker.on(
    'error',
    ({ message }) => redis.status === 'ready' && console.error(`${worker.name}: ${message}`),
  );
}
await addNightlyRun(queues);
// If Redis is down, the connection reports it.
const timer = setInterval(() => addNightlyRun(queues).catch(() => {}), 10_000);
console.log('Processing jobs');

await untilStopped();
clearInterval(timer);
// Takes no more jobs, and waits for the active ones.
await Promise.all(workers.map((worker) => worker.close()));
await closeQueues(queues);
outlets.close();
await db.end();
redis.disconnect();
