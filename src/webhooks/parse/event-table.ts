import { type UseCase, useCases } from '../../entities/use-case.js';

/** Every event of the API, with the use cases whose keys receive it. Specification: "Events". */
const eventTable = {
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
} as const satisfies Record<string, readonly UseCase[]>;

/** The type of the table, from which the types of the events follow. */
export type EventTable = typeof eventTable;

/** The name of a documented event. */
export type EventName = keyof EventTable;

const byName: ReadonlyMap<string, readonly UseCase[]> = new Map(Object.entries(eventTable));

/** Returns the use cases whose keys receive an event, or `undefined` if its name is not documented. */
export function receiversOf(name: string): readonly UseCase[] | undefined {
  return byName.get(name);
}

/** Returns the name of an event as messages may show it. Anybody can send a name, so it can contain anything. */
export function printable(name: string): string {
  return /^[a-z][\w.-]{0,63}$/i.test(name) && !/\d{5}/.test(name) ? name : '[redacted]';
}
