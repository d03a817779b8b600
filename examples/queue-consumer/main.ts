// A receiver that adds each webhook to a queue, and a consumer that fetches and writes what changed. In production, run them as two
// processes with a real queue between them.
import { OutletClient } from 'outlet-open-api';
import { consume } from './consume.js';
import { FileQueue } from './file-queue.js';
import { type EventJob, handleEvent, isTransient, jobFor } from './handle-event.js';
import { receiveWebhooks } from './receive-webhooks.js';
import { required } from './required.js';
import { Store } from './store.js';

const { DATA_FOLDER = './data' } = process.env;
const outletRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
const folder = `${DATA_FOLDER}/${outletRef}`;

const stop = new AbortController();
const { signal } = stop;
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

const outlet = new OutletClient();
const queue = await FileQueue.open<EventJob>(`${folder}/queue.jsonl`);
const store = await Store.open(`${folder}/entities.jsonl`);

// The API gets 200 when the queue has stored the job. If the queue fails, the API gets 503 and delivers the event again.
const stopWebhooks = await receiveWebhooks({
  sequential: false,
  onAny: (event) => queue.add(jobFor(event)),
});
console.log('To stop, press Ctrl+C.');

await consume(queue, { handle: (job) => handleEvent(outlet, store, job), isTransient, signal });
await stopWebhooks();
// The next process takes the jobs that wait.
console.log(`Stopped. ${queue.waiting} jobs are waiting, and ${queue.deadLetters.length} are dead letters.`);
await Promise.all([queue.close(), store.close()]);
