import type { UseCase } from '../entities/index.js';
import type { EventField, EventName, EventTable } from './event-table.js';

/** What every event has. */
interface Delivery {
  /** The order's id on events of orders; not the delivery's. */
  readonly id?: string | undefined;
  /** When it happened: ISO 8601, in UTC with milliseconds. */
  readonly updatedAt?: string | undefined;
  /** The body as it came, undocumented fields included. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** What the table of events says of one of them, as a type. */
type EventOf<Name extends EventName> = Delivery & { readonly event: Name } & {
  readonly [Field in EventField & EventTable[Name]['requires'][number]]: string;
};

/** The kitchen has begun with an order. Received by `digital-ordering` keys, for the orders that they created. */
export interface OrderInKitchenEvent extends EventOf<'order.inKitchen'> {}

/** An order can be picked up. Received by `digital-ordering` keys, for the orders that they created. */
export interface OrderReadyForPickupEvent extends EventOf<'order.readyForPickup'> {}

/**
 * An order was completed and paid. It comes again where a completed order was reopened and completed anew, and where the
 * merchant republishes it. Received by `order-data` and `inventory-management` keys, and by `digital-ordering` keys for
 * the orders that they created.
 */
export interface OrderCompleteEvent extends EventOf<'order.complete'> {}

/**
 * An order was cancelled, before or after it was paid; an `order.complete` can have come before. Received by the keys
 * that receive `order.complete`.
 */
export interface OrderCancelledEvent extends EventOf<'order.cancelled'> {}

/** The totals of an order changed. Received by `reservations` keys, for orders that a reservation opened. */
export interface OrderTotalsUpdatedEvent extends EventOf<'order.totalsUpdated'> {}

/** The status of an order changed. Received by `reservations` keys, for orders that a reservation opened. */
export interface OrderStatusUpdatedEvent extends EventOf<'order.statusUpdated'> {}

/** The guests moved to another table. Received by `reservations` keys, for orders that a reservation opened. */
export interface OrderChannelUpdatedEvent extends EventOf<'order.channelUpdated'> {}

/** The number of guests changed. Received by `reservations` keys, for orders that a reservation opened. */
export interface OrderGuestCountUpdatedEvent extends EventOf<'order.guestCountUpdated'> {}

/** The merchant published changes of channels, such as tables, as one notice. Received by `reservations` keys. */
export interface ChannelsPublishedEvent extends EventOf<'channels.published'> {}

/** The merchant published changes of a menu, as one notice. Received by `inventory-management` keys. */
export interface MenusPublishedEvent extends EventOf<'menus.published'> {}

/** Details of the outlet changed. Who receives it is not documented, so every use case may. */
export interface OutletUpdatedEvent extends EventOf<'outlet.updated'> {}

/**
 * A delivery that is an event, but none that was expected. Acknowledge it all the same: a refusal would only bring it
 * again.
 */
export interface UnknownWebhookEvent extends Delivery {
  readonly event: 'unknown';
  /** The event's name as it came. */
  readonly name: string;
  /**
   * `name`: no documented event has this name; `shape`: the event lacks a documented field; `use-case`: keys of the use
   * case that was asked for do not receive it.
   */
  readonly reason: 'name' | 'shape' | 'use-case';
}

/** An event that is documented, and is what the specification shows. */
export type KnownWebhookEvent =
  | OrderInKitchenEvent
  | OrderReadyForPickupEvent
  | OrderCompleteEvent
  | OrderCancelledEvent
  | OrderTotalsUpdatedEvent
  | OrderStatusUpdatedEvent
  | OrderChannelUpdatedEvent
  | OrderGuestCountUpdatedEvent
  | ChannelsPublishedEvent
  | MenusPublishedEvent
  | OutletUpdatedEvent;

/** Any event; `event` tells which. Specification: "Events". */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;

/** The names of the events that keys of a use case receive. */
type NameFor<Receiver extends UseCase> = {
  [Name in EventName]: Receiver extends EventTable[Name]['receivers'][number] ? Name : never;
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
