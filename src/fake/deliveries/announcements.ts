import type { UseCase } from '../../entities/use-case.js';
import type { Assumptions } from '../assumptions.js';
import type { Clock } from '../outlet/clock.js';
import type { ApiKey, KeyRing } from '../outlet/keys.js';
import type { StoredOrder } from '../outlet/state.js';
import { hasEnded } from '../outlet/state.js';
import type { Deliveries } from './deliveries.js';
import type { NewMessage, WebhookPayload } from './delivery.js';

const statusEvents: Readonly<Record<string, string>> = {
  inKitchen: 'order.inKitchen',
  readyForPickup: 'order.readyForPickup',
  complete: 'order.complete',
  cancelled: 'order.cancelled',
};

const reservationEvents = {
  status: 'order.statusUpdated',
  totals: 'order.totalsUpdated',
  channel: 'order.channelUpdated',
  guestCount: 'order.guestCountUpdated',
} as const;

type OrderChange = keyof typeof reservationEvents;

export type Announcements = ReturnType<typeof createAnnouncements>;

/** Decides which keys receive an event. API specification: Use cases and Events. */
export function createAnnouncements(
  keys: KeyRing,
  clock: Clock,
  deliveries: Deliveries,
  assumptions: Assumptions,
) {
  function webhookUrlOf(key: ApiKey): string | undefined {
    const isInUse = keys.all().includes(key) && (!key.revoked || assumptions.webhooksForRevokedKeys);
    return isInUse ? key.webhookUrl : undefined;
  }

  function send(eventFor: (key: ApiKey) => string | undefined, payload: Omit<WebhookPayload, 'event'>): void {
    for (const key of keys.all()) {
      const event = eventFor(key);
      if (event) deliveries.send(messageFor(key, event, payload));
    }
  }

  function messageFor(key: ApiKey, event: string, payload: Omit<WebhookPayload, 'event'>): NewMessage {
    const { updatedAt, ...bare } = payload;
    const isBare = assumptions.eventPayloads === 'bare' && !isDocumented(event, key);
    const shown = isBare ? bare : payload;
    return { key, payload: { ...shown, event }, url: () => webhookUrlOf(key) };
  }

  function sendToUseCases(event: string, useCases: readonly UseCase[]): void {
    const updatedAt = clock.laterTimestamp();
    send(({ useCase }) => (useCases.includes(useCase) ? event : undefined), { updatedAt });
  }

  return {
    orderChanged(stored: StoredOrder, change: OrderChange): void {
      const { id, updatedAt } = stored.order;
      send((key) => orderEvent(key, stored, change, assumptions), { id, updatedAt });
    },
    /** Sends the last complete or cancelled event of an order again. */
    republish(stored: StoredOrder): void {
      const { id } = stored.order;
      const updatedAt = assumptions.republishKeepsUpdatedAt ? stored.order.updatedAt : clock.timestamp();
      const event = (key: ApiKey) =>
        key.useCase === 'reservations' ? undefined : orderEvent(key, stored, 'status', assumptions);
      send(event, { id, updatedAt });
    },
    channelsPublished: () => sendToUseCases('channels.published', ['reservations']),
    menusPublished: () => sendToUseCases('menus.published', ['inventory-management']),
    outletUpdated: () => sendToUseCases('outlet.updated', assumptions.outletUpdatedReceivers),
    /** Sends an event to one key. Throws if the key receives no webhooks. */
    testEvent(key: ApiKey, event: string, id: string | undefined): void {
      const payload = { ...(id === undefined ? {} : { id }), updatedAt: clock.laterTimestamp() };
      deliveries.sendNow(messageFor(key, event, payload));
    },
  };
}

/** Whether the payload of an event is documented for the use case of the key. API specification: Events › Payload shapes. */
function isDocumented(event: string, { useCase }: ApiKey): boolean {
  const isEnd = event === 'order.complete' || event === 'order.cancelled';
  return event === 'menus.published' || (isEnd && useCase !== 'digital-ordering');
}

function orderEvent(
  key: ApiKey,
  stored: StoredOrder,
  change: OrderChange,
  assumptions: Assumptions,
): string | undefined {
  const { order, createdBy } = stored;
  const statusEvent = change === 'status' ? statusEvents[order.status] : undefined;
  switch (key.useCase) {
    case 'digital-ordering':
      return createdBy === key ? statusEvent : undefined;
    case 'reservations':
      return createdBy === key && order.partnerReservationInfo ? reservationEvents[change] : undefined;
    case 'order-data':
    case 'inventory-management': {
      const isAnnounced = createdBy !== undefined || assumptions.webhooksForUnownedOrders;
      return isAnnounced && hasEnded(stored) ? statusEvent : undefined;
    }
  }
}
