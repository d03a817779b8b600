import type { Verdict } from '../checks.js';
import type { Channel, Menu, MenuGetParams, Order } from '../entities/index.js';
import { assertValid, RequestValidationError } from '../errors/request-validation-error.js';
import type { CallOptions } from '../transport/call-options.js';
import type { WebhookEvent } from './parse/events.js';

/** The part of a client that fetches what events refer to. */
export interface RelatedClient {
  readonly orders: { get(orderId: string, options?: CallOptions): PromiseLike<Order> };
  readonly channels: { list(options?: CallOptions): PromiseLike<Channel[]> };
  readonly menus: { get(query: MenuGetParams, options?: CallOptions): PromiseLike<Menu> };
}

/** The current state of what an event refers to. Check `kind` to narrow the type. */
export type Related =
  | {
      /** The event refers to an order. */
      readonly kind: 'order';
      /** The current order. */
      readonly order: Order;
    }
  | {
      /** The event refers to the channels. */
      readonly kind: 'channels';
      /** All channels of the outlet. */
      readonly channels: Channel[];
    }
  | {
      /** The event refers to a menu. */
      readonly kind: 'menu';
      /** The current menu. */
      readonly menu: Menu;
    }
  | {
      /** There is nothing to fetch. */
      readonly kind: 'none';
    };

/** What `fetchRelated` returns for a type of event. */
export type RelatedTo<Event extends WebhookEvent> = Extract<
  Related,
  Record<
    'kind',
    Event extends Record<'event', 'channels.published'>
      ? 'channels'
      : Event extends Record<'event', 'menus.published'>
        ? 'menu'
        : Event extends Record<'event', 'outlet.updated'>
          ? 'none'
          : Event extends Record<'id', string>
            ? 'order'
            : 'order' | 'none'
  >
>;

/** Fetches what an event refers to: `{ kind: 'none' }` if that is nothing. API specification: Events, rules 1 and 2. */
export async function fetchRelated(
  outlet: RelatedClient,
  event: WebhookEvent,
  query?: MenuGetParams,
  options?: CallOptions,
): Promise<Related> {
  assertValid('Nothing was fetched', { event: checkEvent(event) });
  const orderId = orderIdOf(event);
  if (orderId !== undefined) return { kind: 'order', order: await outlet.orders.get(orderId, options) };
  switch (event.event) {
    case 'channels.published':
      return { kind: 'channels', channels: await outlet.channels.list(options) };
    case 'menus.published':
      if (query) return { kind: 'menu', menu: await outlet.menus.get(query, options) };
      throw new RequestValidationError('The menu was not fetched', [
        { path: 'query', message: 'must select a menu, such as { channelType: "dine-in" }' },
      ]);
    default:
      return { kind: 'none' };
  }
}

export function checkEvent(event: WebhookEvent | undefined): Verdict {
  return typeof event?.event === 'string' || 'must be an event, as parseWebhookEvent returns it';
}

/**
 * Returns the id of the order that an event refers to, if any. An unknown event can refer to an order too, because a later version
 * of the API can add events.
 */
export function orderIdOf(event: WebhookEvent): string | undefined {
  const name = event.event === 'unknown' ? event.name : event.event;
  return String(name).startsWith('order.') ? event.id : undefined;
}
