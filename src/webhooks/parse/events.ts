import type { UseCase } from '../../entities/index.js';
import type { EventName, EventTable } from './event-table.js';

/** The fields of every event. */
export interface WebhookEventFields {
  /** The id of the order, if the event is about an order. Events have no id of their own. */
  readonly id?: string | undefined;
  /** When the change happened: ISO 8601 in UTC. The API specification does not define it for every event. */
  readonly updatedAt?: string | undefined;
  /** The body as received, with undocumented fields. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** A documented event that is not about one order. */
export interface OutletEvent<Name extends EventName> extends WebhookEventFields {
  readonly event: Name;
}

/** A documented event about an order. */
export interface OrderEvent<Name extends EventName> extends WebhookEventFields {
  readonly event: Name;
  /** The id of the order. It is not empty. */
  readonly id: string;
}

/** The kitchen has started an order. `digital-ordering` keys receive the event for orders that they created. */
export type OrderInKitchenEvent = OrderEvent<'order.inKitchen'>;

/** An order is ready for pickup. `digital-ordering` keys receive the event for orders that they created. */
export type OrderReadyForPickupEvent = OrderEvent<'order.readyForPickup'>;

/**
 * An order was completed and paid. The event repeats if the order is reopened and completed again, and if the merchant
 * republishes it. `order-data` and `inventory-management` keys receive it, and `digital-ordering` keys for orders that they
 * created.
 */
export type OrderCompleteEvent = OrderEvent<'order.complete'>;

/**
 * An order was cancelled, before or after it was paid. An `order.complete` event can precede it. The same keys receive it as
 * `order.complete`.
 */
export type OrderCancelledEvent = OrderEvent<'order.cancelled'>;

/** The totals of an order changed. `reservations` keys receive the event for orders that are linked to reservations. */
export type OrderTotalsUpdatedEvent = OrderEvent<'order.totalsUpdated'>;

/** The status of an order changed. `reservations` keys receive the event for orders that are linked to reservations. */
export type OrderStatusUpdatedEvent = OrderEvent<'order.statusUpdated'>;

/** The guests moved to another table. `reservations` keys receive the event for orders that are linked to reservations. */
export type OrderChannelUpdatedEvent = OrderEvent<'order.channelUpdated'>;

/** The number of guests changed. `reservations` keys receive the event for orders that are linked to reservations. */
export type OrderGuestCountUpdatedEvent = OrderEvent<'order.guestCountUpdated'>;

/** The merchant published changes of channels, such as tables. `reservations` keys receive the event. */
export type ChannelsPublishedEvent = OutletEvent<'channels.published'>;

/** The merchant published changes of a menu. `inventory-management` keys receive the event. */
export type MenusPublishedEvent = OutletEvent<'menus.published'>;

/** Details of the outlet changed. The API specification does not define which keys receive the event. */
export type OutletUpdatedEvent = OutletEvent<'outlet.updated'>;

/** An event that is not documented, or differs from its documentation. */
export interface UnknownWebhookEvent extends WebhookEventFields {
  readonly event: 'unknown';
  /** The name of the event as received. */
  readonly name: string;
  /**
   * `name`: the name is not documented. `shape`: the id of the order is missing or empty. `use-case`: keys of the use case that
   * you passed do not receive the event.
   */
  readonly reason: 'name' | 'shape' | 'use-case';
}

/** A documented event. */
export type KnownWebhookEvent = {
  [Name in EventName]: Name extends `order.${string}` ? OrderEvent<Name> : OutletEvent<Name>;
}[EventName];

/** Any event. Check `event` to narrow the type. Specification: "Events". */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;

/** The names of the events that keys of a use case receive. */
type NameFor<Receiver extends UseCase> = {
  [Name in EventName]: Receiver extends EventTable[Name][number] ? Name : never;
}[EventName];

/**
 * The events that keys of a use case receive, and the unknown event. Specification: "Use cases".
 *
 * @example
 * ```ts
 * async function onOrderData(event: WebhookEventFor<'order-data'>) {
 *   if (event.event === 'order.complete') await queue.add(event.id);
 * }
 * ```
 */
export type WebhookEventFor<Receiver extends UseCase> =
  | Extract<KnownWebhookEvent, { readonly event: NameFor<Receiver> }>
  | UnknownWebhookEvent;
