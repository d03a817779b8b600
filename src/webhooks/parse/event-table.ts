import { type UseCase, useCases } from '../../entities/use-case.js';

/** The fields of an event that are documented, besides its name. */
export type EventField = 'id' | 'updatedAt';

/** Everything that is known of one event. */
interface EventDescription {
  /** Whose keys receive it. */
  readonly receivers: readonly UseCase[];
  /** Fields without which it is not what the specification shows; the payloads of most events are not documented. */
  readonly requires: readonly EventField[];
}

/** Every event of the service, each described once. Specification: "Events". */
const eventTable = {
  'order.inKitchen': { receivers: ['digital-ordering'], requires: [] },
  'order.readyForPickup': { receivers: ['digital-ordering'], requires: [] },
  'order.complete': {
    receivers: ['digital-ordering', 'order-data', 'inventory-management'],
    requires: ['id', 'updatedAt'],
  },
  'order.cancelled': {
    receivers: ['digital-ordering', 'order-data', 'inventory-management'],
    requires: ['id', 'updatedAt'],
  },
  'order.totalsUpdated': { receivers: ['reservations'], requires: [] },
  'order.statusUpdated': { receivers: ['reservations'], requires: [] },
  'order.channelUpdated': { receivers: ['reservations'], requires: [] },
  'order.guestCountUpdated': { receivers: ['reservations'], requires: [] },
  'channels.published': { receivers: ['reservations'], requires: [] },
  'menus.published': { receivers: ['inventory-management'], requires: ['updatedAt'] },
  'outlet.updated': { receivers: useCases, requires: [] },
} as const satisfies Record<string, EventDescription>;

/** The table's types, from which those of the events follow. */
export type EventTable = typeof eventTable;

/** The name of a documented event. */
export type EventName = keyof EventTable;

const byName: ReadonlyMap<string, EventDescription> = new Map(Object.entries(eventTable));

/** What the table says of an event, where it knows its name. */
export function describeEvent(name: string): EventDescription | undefined {
  return byName.get(name);
}
