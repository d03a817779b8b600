import { CallError, NotFoundError, type OutletClient, RequestValidationError } from 'outlet-open-api';
import type { WebhookEvent } from 'outlet-open-api/webhooks';
import type { Store } from './store.js';

/** The part of an event that the consumer needs. Jobs are JSON, so that any queue can store them. */
export interface EventJob {
  readonly event: string;
  /** The ID of the order, if the event is about an order. */
  readonly id?: string | undefined;
  readonly updatedAt?: string | undefined;
}

/** Returns the job for an event. */
export function jobFor(event: WebhookEvent): EventJob {
  const { id, updatedAt } = event;
  return { event: event.event === 'unknown' ? event.name : event.event, id, updatedAt };
}

/** Fetches the entity that an event refers to, and writes it. `updatedAt` is only for your logs: the fetch returns the current state. */
export async function handleEvent(
  outlet: OutletClient,
  store: Store,
  { event, id }: EventJob,
): Promise<void> {
  if (event.startsWith('order.') && id) {
    const { data, meta } = await outlet.orders.get(id, { priority: 'background' }).withResponse();
    await store.write(`order ${id}`, data, meta.sentAt);
    console.log(`Wrote order ${id}: ${data.status}`);
  } else if (event === 'channels.published') {
    const { data, meta } = await outlet.channels.list().withResponse();
    await store.write('channels', data, meta.sentAt);
    console.log(`Wrote ${data.length} channels`);
  } else if (event === 'menus.published') {
    const { data, meta } = await outlet.menus.get({ channelType: 'dine-in' }).withResponse();
    await store.write('menu', data, meta.sentAt);
    console.log('Wrote the menu');
  } else {
    console.log(`Ignored ${event}`);
  }
}

/** Returns whether the same job can succeed later. An error of the store is transient, because databases restart. */
export function isTransient(error: unknown, attempt: number): boolean {
  // A new order can be missing for a moment. Orders that a delivery partner aggregated are always missing.
  if (error instanceof NotFoundError) return attempt < 3;
  if (error instanceof CallError) return error.isTransient;
  return !(error instanceof RequestValidationError);
}
