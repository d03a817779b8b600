import { createPostgresDeduplicator } from 'outlet-open-api/postgres';
import { createWebhookHandler, type WebhookHandler } from 'outlet-open-api/webhooks';
import type pg from 'pg';
import { addEffect } from './database.js';

/** Creates a handler with one effect for each event. */
export function createReceiver(pool: pg.Pool, onError: (error: unknown) => void): WebhookHandler {
  return createWebhookHandler({
    verify: 'none',
    deduplicator: createPostgresDeduplicator({ pool }),
    responseTimeout: 10_000,
    onError,
    on: { 'order.complete': ({ id }) => addEffect(pool, id) },
  });
}

/** Repeats a delivery as the API does, until it is acknowledged. */
export async function deliverUntilHandled(handle: WebhookHandler, id: string): Promise<void> {
  const body = JSON.stringify({ event: 'order.complete', id, updatedAt: '2026-11-01T12:00:00.000Z' });
  const deliver = () => handle(new Request('https://receiver.example/webhooks', { method: 'POST', body }));
  while ((await deliver()).status !== 200);
}
