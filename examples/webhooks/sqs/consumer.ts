import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { OutletClient } from 'outlet-open-api';
import { parseWebhookEvent } from 'outlet-open-api/webhooks';
import { saveOrder } from './orders.js';

// A call that exceeds the deadline fails its message only. Without it, the timeout of the function would fail the whole batch.
const outlet = new OutletClient({ deadline: 45_000 });

/** Fetches and stores the orders of a batch of events. SQS delivers the messages that failed again. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const failures = await Promise.all(
    Records.map(async ({ messageId, body }) => {
      try {
        await consume(body);
        return [];
      } catch (error) {
        console.error('Message failed', { messageId, error });
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failures.flat() };
}

async function consume(body: string): Promise<void> {
  const event = parseWebhookEvent(body);
  if (event.event !== 'order.complete' && event.event !== 'order.cancelled') return;
  const { data: order, meta } = await outlet.orders.get(event.id).withResponse();
  await saveOrder(order, meta.sentAt);
}
