import type { OrderCancelledEvent, OrderCompleteEvent } from 'outlet-open-api/webhooks';

/** Stands for your queue: resolves once the event is safe there, and rejects where it is not. */
export async function enqueue(
  event: OrderCompleteEvent | OrderCancelledEvent,
  queueUrl = process.env.QUEUE_URL,
): Promise<void> {
  if (!queueUrl) return console.log(`No QUEUE_URL, so ${event.event} of ${event.id} ends here`);
  const response = await fetch(queueUrl, { method: 'POST', body: JSON.stringify(event) });
  if (!response.ok) throw new Error(`The queue answered ${response.status}`);
}
