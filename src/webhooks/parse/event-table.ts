import { type UseCase, useCases } from '../../entities/use-case.js';

/** The use cases whose keys receive each documented event. The event types derive from it. API specification: Events. */
export interface EventReceivers {
  'order.inKitchen': 'digital-ordering';
  'order.readyForPickup': 'digital-ordering';
  'order.complete': 'digital-ordering' | 'order-data' | 'inventory-management';
  'order.cancelled': 'digital-ordering' | 'order-data' | 'inventory-management';
  'order.totalsUpdated': 'reservations';
  'order.statusUpdated': 'reservations';
  'order.channelUpdated': 'reservations';
  'order.guestCountUpdated': 'reservations';
  'channels.published': 'reservations';
  'menus.published': 'inventory-management';
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
