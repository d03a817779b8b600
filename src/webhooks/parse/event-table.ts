import { type UseCase, useCases } from '../../entities/use-case.js';

/** The use cases whose keys receive each documented event. The event types derive from it. API specification: Events. */
export interface EventReceivers {
  /** The order is in the kitchen. */
  'order.inKitchen': 'digital-ordering';
  /** The order is ready for pickup. */
  'order.readyForPickup': 'digital-ordering';
  /** The order is complete. */
  'order.complete': 'digital-ordering' | 'order-data' | 'inventory-management';
  /** The order was cancelled. */
  'order.cancelled': 'digital-ordering' | 'order-data' | 'inventory-management';
  /** The totals of an order of a reservation changed. */
  'order.totalsUpdated': 'reservations';
  /** The status of an order of a reservation changed. */
  'order.statusUpdated': 'reservations';
  /** The order of a reservation moved to another table. */
  'order.channelUpdated': 'reservations';
  /** The guest count of an order of a reservation changed. */
  'order.guestCountUpdated': 'reservations';
  /** The channels of the outlet were published. */
  'channels.published': 'reservations';
  /** The menus of the outlet were published. */
  'menus.published': 'inventory-management';
  /** The details of the outlet changed. */
  'outlet.updated': UseCase;
}

/** The name of a documented event. */
export type EventName = keyof EventReceivers;

const eventTable: { readonly [Name in EventName]: readonly EventReceivers[Name][] } = {
  'order.inKitchen': ['digital-ordering'],
  'order.readyForPickup': ['digital-ordering'],
  'order.complete': ['digital-ordering', 'order-data', 'inventory-management'],
  'order.cancelled': ['digital-ordering', 'order-data', 'inventory-management'],
  'order.totalsUpdated': ['reservations'],
  'order.statusUpdated': ['reservations'],
  'order.channelUpdated': ['reservations'],
  'order.guestCountUpdated': ['reservations'],
  'channels.published': ['reservations'],
  'menus.published': ['inventory-management'],
  'outlet.updated': useCases,
};

/** The names of the documented events. */
export const eventNames: readonly string[] = Object.keys(eventTable);

const byName: ReadonlyMap<string, readonly UseCase[]> = new Map(Object.entries(eventTable));

/** Returns the use cases whose keys receive an event, or `undefined` if its name is not documented. */
export function receiversOf(name: string): readonly UseCase[] | undefined {
  return byName.get(name);
}

/** Returns the name of an event for messages. Anyone can send a name, so it can contain anything. */
export function printable(name: string): string {
  return /^[a-z][\w.-]{0,63}$/i.test(name) && !/\d{5}/.test(name) ? name : '[redacted]';
}
