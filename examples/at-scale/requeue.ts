// `npm run requeue`: adds a job for each dead letter, after a person has fixed the cause.
import { randomUUID } from 'node:crypto';
import { Worker } from 'bullmq';
import { connectRedis } from './connections.js';
import { addOrderJob, closeQueues, type DeadLetter, openQueues, workerOptions } from './queues.js';

const redis = connectRedis();
const queues = openQueues(redis);
// Without a processor, jobs are taken one by one. A letter whose `npm run requeue` was killed is taken by a later one.
const worker = new Worker<DeadLetter>(queues.deadLetters.name, null, { ...workerOptions, connection: redis });
await worker.startStalledCheckTimer();

// Only those that are there now: an order that fails again at once comes back as a new dead letter.
const letters = await queues.deadLetters.count();
const token = randomUUID();
let requeued = 0;
while (requeued < letters) {
  const letter = await worker.getNextJob(token, { block: false });
  if (!letter) break;
  const { outletId, orderId, reason } = letter.data;
  await addOrderJob(queues, { outletId, orderId });
  await letter.moveToCompleted(undefined, token, false);
  console.log(`${outletId}/${orderId}: ${reason}`);
  requeued += 1;
}
console.log(`Requeued ${requeued} orders.`);

await worker.close();
await closeQueues(queues);
redis.disconnect();
