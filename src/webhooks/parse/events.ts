import type { UseCase } from '../../entities/use-case.js';
import type { EventName, EventReceivers } from './event-table.js';

/** The fields that all events have. */
export interface WebhookEventFields {
  /** The ID of the order, if the event refers to an order. Events have no IDs of their own. */
  readonly id?: string | undefined;
  /** The time of the change: ISO 8601 in UTC. The API specification does not define it for every event. */
  readonly updatedAt?: string | undefined;
  /** The body of the delivery, including undocumented fields. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** A documented event that does not refer to an order. */
export interface OutletEvent<Name extends EventName> extends WebhookEventFields {
  /** The name of the event. */
  readonly event: Name;
}

/** A documented event that refers to an order. */
export interface OrderEvent<Name extends EventName> extends WebhookEventFields {
  /** The name of the event. */
  readonly event: Name;
  /** The ID of the order, which is never empty. */
  readonly id: string;
}

/** The status of an order changed to `inKitchen`. `digital-ordering` keys receive the event for orders that they created. */
export type OrderInKitchenEvent = OrderEvent<'order.inKitchen'>;

/** The status of an order changed to `readyForPickup`. `digital-ordering` keys receive the event for orders that they created. */
export type OrderReadyForPickupEvent = OrderEvent<'order.readyForPickup'>;

/**
 * An order was completed and paid.
 *
 * The API sends the event again if the order is reopened and completed again, and if the merchant republishes it. `order-data`
 * and `inventory-management` keys receive it. `digital-ordering` keys receive it for orders that they created.
 */
export type OrderCompleteEvent = OrderEvent<'order.complete'>;

/** An order was cancelled, before or after payment. An `order.complete` event can precede it. The same keys receive both events. */
export type OrderCancelledEvent = OrderEvent<'order.cancelled'>;

/** The totals of an order changed. `reservations` keys receive the event for orders that are linked to reservations. */
export type OrderTotalsUpdatedEvent = OrderEvent<'order.totalsUpdated'>;

/** The status of an order changed. `reservations` keys receive the event for orders that are linked to reservations. */
export type OrderStatusUpdatedEvent = OrderEvent<'order.statusUpdated'>;

/** An order moved to another table. `reservations` keys receive the event for orders that are linked to reservations. */
export type OrderChannelUpdatedEvent = OrderEvent<'order.channelUpdated'>;

/** The guest count of an order changed. `reservations` keys receive the event for orders that are linked to reservations. */
export type OrderGuestCountUpdatedEvent = OrderEvent<'order.guestCountUpdated'>;

/** The merchant published changes to channels, such as tables. `reservations` keys receive the event. */
export type ChannelsPublishedEvent = OutletEvent<'channels.published'>;

/** The merchant published changes to a menu. `inventory-management` keys receive the event. */
export type MenusPublishedEvent = OutletEvent<'menus.published'>;

/** The details of the outlet changed in the dashboard. The API specification does not define which keys receive the event. */
export type OutletUpdatedEvent = OutletEvent<'outlet.updated'>;

/** An event that is not documented, or that differs from its documentation. */
export interface UnknownWebhookEvent extends WebhookEventFields {
  /** Always `unknown`; `name` is the name that the API sent. */
  readonly event: 'unknown';
  /** The event name that the API sent. */
  readonly name: string;
  /**
   * Why the event is unknown.
   *
   * - `name`: The event name is not documented.
   * - `shape`: The order ID is missing, empty or not a string.
   * - `use-case`: Keys of the use case that you passed do not receive the event.
   */
  readonly reason: 'name' | 'shape' | 'use-case';
}

/** A documented event. */
export type KnownWebhookEvent = {
  [Name in EventName]: Name extends `order.${string}` ? OrderEvent<Name> : OutletEvent<Name>;
}[EventName];

/** Any event. Check `event` to narrow the type. API specification: Events. */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;

/** The names of the events that keys of a use case receive. */
export type EventNameFor<Receiver extends UseCase> = {
  [Name in EventName]: Receiver extends EventReceivers[Name] ? Name : never;
}[EventName];

/**
 * The events that keys of a use case receive, and the unknown event. API specification: Use cases.
 * @example
 * ```ts
 * async function onOrderData(event: WebhookEventFor<'order-data'>) {
 *   if (event.event === 'order.complete') await queue.add(event.id);
 * }
 * ```
 */
export type WebhookEventFor<Receiver extends UseCase> =
  | Extract<KnownWebhookEvent, { readonly event: EventNameFor<Receiver> }>
  | UnknownWebhookEvent;

/** Returns the ID of the order that an event refers to, also of an event that a later version of the API can add. */
export function orderIdOf(event: WebhookEvent): string | undefined {
  const name = event.event === 'unknown' ? event.name : event.event;
  return name.startsWith('order.') ? event.id : undefined;
}
