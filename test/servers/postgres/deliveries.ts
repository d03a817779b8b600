import type { PostgresDeduplicator } from 'outlet-open-api/postgres';
import { createWebhookHandler, type DeliveryClaim, type WebhookHandler } from 'outlet-open-api/webhooks';
import type pg from 'pg';
import { addEffect, inTransaction } from './database.js';

/** A moment in the transaction of a delivery. */
export type Moment = 'before done' | 'before commit' | 'after commit';

export interface ReceiverOptions {
  readonly pool: pg.Pool;
  readonly deduplicator: PostgresDeduplicator;
  /** How long the claim of a process that has died is active. Milliseconds. */
  readonly leaseDuration?: number;
  /** Called at each moment. */
  readonly onMoment?: (moment: Moment, claim: DeliveryClaim) => unknown;
  readonly onError?: (error: unknown) => void;
}

/** Creates a handler with one effect for each order ID, in the transaction that ends the claim. */
export function createReceiver(options: ReceiverOptions): WebhookHandler {
  const { pool, deduplicator, leaseDuration = 30_000, onMoment = () => {}, onError = () => {} } = options;
  return createWebhookHandler({
    verify: [],
    deduplicator,
    leaseDuration,
    responseTimeout: 10_000,
    onError,
    on: {
      'order.complete': async ({ id }, { claim }) => {
        await inTransaction(pool, async (client) => {
          await addEffect(client, id);
          await onMoment('before done', claim);
          await deduplicator.with(client).done(claim);
          await onMoment('before commit', claim);
        });
        await onMoment('after commit', claim);
      },
    },
  });
}

/** Delivers an event about an order, and returns the status. */
export async function deliver(
  handle: WebhookHandler,
  id: string,
  fields: object = { updatedAt: '2026-11-01T12:00:00.000Z' },
): Promise<number> {
  const body = JSON.stringify({ event: 'order.complete', id, ...fields });
  const response = await handle(new Request('https://receiver.example/webhooks', { method: 'POST', body }));
  return response.status;
}

/** Repeats a delivery as the API does, until it is acknowledged. */
export async function deliverUntilHandled(handle: WebhookHandler, id: string): Promise<void> {
  while ((await deliver(handle, id)) !== 200);
}
