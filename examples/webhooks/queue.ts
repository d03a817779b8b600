import type { OrderCancelledEvent, OrderCompleteEvent } from 'outlet-open-api/webhooks';

/** Adds an event to your queue. Resolves when the event is stored, and rejects if it is not. */
export async function enqueue(
  event: OrderCompleteEvent | OrderCancelledEvent,
  queueUrl = process.env.QUEUE_URL,
): Promise<void> {
  if (!queueUrl) return console.log(`QUEUE_URL is not set, so ${event.event} ${event.id} is only logged`);
  const response = await fetch(queueUrl, { method: 'POST', body: JSON.stringify(event) });
  if (!response.ok) throw new Error(`The queue returned ${response.status}`);
}
