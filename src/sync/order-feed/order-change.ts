import { RequestValidationError } from '../../errors/request-validation-error.js';
import { parseInstant } from '../../instants.js';
import { orderIdOf } from '../../webhooks/fetch-related.js';
import type { WebhookEvent } from '../../webhooks/parse/events.js';

/**
 * What one event tells of its order, or several together. Times are in milliseconds since the epoch, and claims: a webhook can
 * come from anybody.
 */
export interface OrderChange {
  /** The newest of the events. */
  readonly event: WebhookEvent;
  /** When that one claims to have happened; `NaN` where it does not say. */
  readonly at: number;
  /** No event can be newer; `Infinity` where one of them does not say when it happened. */
  readonly newest: number;
  /** The newest claim that can be true, as it does not lie in the future; `-Infinity` where none can. */
  readonly credible: number;
}

/** Reads an event, once; gives nothing for one that tells of no order. */
export function readOrderChange(
  event: WebhookEvent,
): { readonly orderId: string; readonly change: OrderChange } | undefined {
  const given = { ...event };
  const { updatedAt } = given;
  if (!isText(given.event)) throw refusal('event', 'must be an event, as parseWebhookEvent gives it');
  const orderId = orderIdOf(given);
  if (orderId === undefined) return undefined;
  if (!isText(orderId)) throw refusal('event.id', 'must be text');
  return { orderId, change: { event, ...claimsOf(parseInstant(updatedAt)) } };
}

/** What two tell together; the other came later. */
export function together(one: OrderChange, other: OrderChange): OrderChange {
  const { event, at } = other.at < one.at ? one : other;
  const newest = Math.max(one.newest, other.newest);
  return { event, at, newest, credible: Math.max(one.credible, other.credible) };
}

const refused = 'The order feed did not take the event';

function refusal(path: string, message: string): RequestValidationError {
  return new RequestValidationError(refused, [{ path, message }]);
}

function claimsOf(at: number | undefined): Omit<OrderChange, 'event'> {
  if (at === undefined) return { at: Number.NaN, newest: Number.POSITIVE_INFINITY, credible: never };
  return { at, newest: at, credible: at <= Date.now() ? at : never };
}

const never = Number.NEGATIVE_INFINITY;

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
