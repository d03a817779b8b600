// `npm run metrics`: prints one line per second.
import { connectRedis, untilStopped } from './connections.js';
import { readCounters } from './counters.js';
import { closeQueues, openQueues } from './queues.js';

const redis = connectRedis();
const queues = openQueues(redis);

/** Returns how far the database is behind: the age of the oldest job in seconds. */
async function lag(): Promise<number> {
  const oldest = await queues.orders.getJobs(['active', 'waiting', 'delayed'], 0, 0, true);
  // A job can end between the two commands of `getJobs`, which then returns `undefined`.
  const added = oldest.flatMap((job) => job?.timestamp ?? []);
  return Math.max(0, Date.now() - Math.min(Date.now(), ...added)) / 1_000;
}

async function print(): Promise<void> {
  const { received, done, failed, 'not found': notFound, '429s': rateLimited } = await readCounters(redis);
  const jobs = await queues.orders.getJobCounts('waiting', 'delayed', 'active', 'failed');
  const fields = {
    received,
    queued: (jobs.waiting ?? 0) + (jobs.delayed ?? 0),
    active: jobs.active ?? 0,
    done,
    failed,
    'not found': notFound,
    dead: jobs.failed ?? 0,
    'database lag': `${(await lag()).toFixed(1)} s`,
    '429s': rateLimited,
  };
  console.log(
    Object.entries(fields)
      .map(([name, value]) => `${name} ${value}`)
      .join('  '),
  );
}

const timer = setInterval(() => print().catch(({ message }) => console.error(message)), 1_000);
await untilStopped();
clearInterval(timer);
await closeQueues(queues);
redis.disconnect();
