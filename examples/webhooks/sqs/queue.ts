import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { OrderCancelledEvent, OrderCompleteEvent } from 'outlet-open-api/webhooks';

type QueuedEvent = OrderCompleteEvent | OrderCancelledEvent;

const sqs = new SQSClient();

/** Adds an event to the queue. If SQS does not store the event, the promise rejects, and the API delivers the event again. */
export async function enqueue(event: QueuedEvent, { signal }: { signal: AbortSignal }): Promise<void> {
  const message = new SendMessageCommand({
    QueueUrl: process.env.QUEUE_URL,
    MessageBody: JSON.stringify(event.raw),
  });
  await sqs.send(message, { abortSignal: signal });
}
