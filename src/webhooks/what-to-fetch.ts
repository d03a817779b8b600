import { describeEvent, type EventName, type EventTable } from './event-table.js';
import type { WebhookEvent } from './events.js';

/** What an event tells of. */
type Kind = EventTable[EventName]['fetches'];

/** What is to be fetched for an event. */
export type WhatToFetch =
  | { readonly kind: 'order'; readonly id: string }
  | { readonly kind: Exclude<Kind, 'order'> };

/** An order is fetched by its id, so that an event of one that has none tells of nothing. */
export function whatToFetch(event: WebhookEvent): WhatToFetch {
  const kind = kindOf(event);
  if (kind !== 'order') return { kind };
  return event.id === undefined ? { kind: 'none' } : { kind, id: event.id };
}

/** An unknown event can still be an order's: one that a later version of the service knows, or one of another key. */
function kindOf(event: WebhookEvent): Kind {
  if (event.event === 'unknown') return event.name.startsWith('order.') ? 'order' : 'none';
  return describeEvent(event.event)?.fetches ?? 'none';
}
