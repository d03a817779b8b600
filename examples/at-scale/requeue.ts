// `npm run requeue`: adds the job of each dead letter again, after a person has fixed the cause.
import { connectRedis } from './connections.js';
import { addOrderJob, closeQueues, openQueues } from './queues.js';

const redis = connectRedis();
const queues = openQueues(redis);

const letters = await queues.orders.getFailed();
for (const letter of letters) {
  const { keyRef, orderId } = letter.data;
  console.log(`${keyRef}/${orderId}: ${letter.failedReason}`);
  // In this sequence, a crash in between loses nothing.
  await addOrderJob(queues, letter.data);
  await letter.remove();
}
console.log(`Added ${letters.length} jobs.`);

await closeQueues(queues);
redis.disconnect();
