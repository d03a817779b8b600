import type { OrderCancelledEvent, OrderCompleteEvent } from 'outlet-open-api/webhooks';

type QueuedEvent = OrderCompleteEvent | OrderCancelledEvent;

/** Adds an event to a queue: replace the body with your queue. If the promise rejects, the API delivers the event again. */
export async function enqueue(event: QueuedEvent, { signal }: { signal: AbortSignal }): Promise<void> {
  const queueUrl = process.env.QUEUE_URL;
  if (!queueUrl) return console.log(`QUEUE_URL is not set, so ${event.event} ${event.id} is only logged.`);
  const response = await fetch(queueUrl, { method: 'POST', body: JSON.stringify(event.raw), signal });
  if (!response.ok) throw new Error(`The queue returned ${response.status}.`);
}
