import type { Channel, ChannelType, Menu, MenuGetParams, Order } from '../entities/index.js';
import { RequestValidationError } from '../errors/request-validation-error.js';
import type { RequestOptions } from '../transport/call-options.js';
import type { EventTable } from './event-table.js';
import type { KnownWebhookEvent, WebhookEvent } from './events.js';
import { whatToFetch } from './what-to-fetch.js';

/** The part of a client that fetches what events tell of. */
export interface RelatedClient {
  readonly orders: { get(orderId: string, options?: RequestOptions): PromiseLike<Order> };
  readonly channels: { list(options?: RequestOptions): PromiseLike<Channel[]> };
  readonly menus: { get(query: MenuGetParams, options?: RequestOptions): PromiseLike<Menu> };
}

/** What an event tells of, as it is now; `kind` tells which. */
export type Related =
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'channels'; readonly channels: Channel[] }
  | { readonly kind: 'menu'; readonly menu: Menu }
  | { readonly kind: 'none' };

/** What a type of event tells of. A menu is fetched only with a query, so without one it is not among the answers. */
export type RelatedTo<Event extends WebhookEvent, Type extends ChannelType = never> = Extract<
  Related,
  { readonly kind: Exclude<KindOf<Event>, [Type] extends [never] ? 'menu' : never> }
>;

type KindOf<Event extends WebhookEvent> = Event extends KnownWebhookEvent
  ? OrNone<EventTable[Event['event']]['fetches'], Event>
  : 'order' | 'none';

/** An order is fetched by its id, so an event that may lack one may tell of nothing. */
type OrNone<Kind extends Related['kind'], Event extends WebhookEvent> = Kind extends 'order'
  ? Event extends { readonly id: string }
    ? Kind
    : Kind | 'none'
  : Kind;

/**
 * Fetches what a thin event tells of. An event without something to fetch gives `{ kind: 'none' }`.
 *
 * Specification: "Events", rules 1 and 2.
 */
export function fetchRelated<Event extends WebhookEvent, Type extends ChannelType = never>(
  client: RelatedClient,
  event: Event,
  query?: MenuGetParams<Type>,
  options?: RequestOptions,
): Promise<RelatedTo<Event, Type>>;
export async function fetchRelated(
  client: RelatedClient,
  event: WebhookEvent,
  query?: MenuGetParams,
  options?: RequestOptions,
): Promise<Related> {
  const wanted = whatToFetch({ ...event });
  switch (wanted.kind) {
    case 'order':
      return { kind: 'order', order: await client.orders.get(wanted.id, options) };
    case 'channels':
      return { kind: 'channels', channels: await client.channels.list(options) };
    case 'menu':
      return { kind: 'menu', menu: await client.menus.get(required(query), options) };
    case 'none':
      return { kind: 'none' };
  }
}

function required(query: MenuGetParams | undefined): MenuGetParams {
  if (query) return query;
  const message = 'must say which menu to fetch, such as { channelType: "dine-in" }';
  throw new RequestValidationError('The menu was not fetched', [{ path: 'query', message }]);
}
