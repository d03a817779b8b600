import { inDashboard, type Section, untested } from '../rule.js';

export const events: readonly Section[] = [
  {
    title: 'Events',
    rules: {
      'events.delivery': 'An event is a POST with a JSON body to the webhook URL.',
      'events.one-url': 'A key has one webhook URL.',
      'events.own-use-case': 'A key receives only the events of its use case.',
      'event.order.inKitchen': 'Sent to Digital Ordering when the status changes to inKitchen.',
      'event.order.readyForPickup': 'Sent to Digital Ordering when the status changes to readyForPickup.',
      'event.order.complete':
        'Sent to Digital Ordering, Order Data and Inventory Management when an order is completed and paid.',
      'event.order.cancelled':
        'Sent to Digital Ordering, Order Data and Inventory Management when an order is cancelled.',
      'events.cancelled-any-time': 'order.cancelled is sent before or after payment.',
      'event.order.totalsUpdated': 'Sent to Reservations when totals change.',
      'event.order.statusUpdated': 'Sent to Reservations when the status changes.',
      'event.order.channelUpdated': 'Sent to Reservations when an order moves to another table.',
      'event.order.guestCountUpdated': 'Sent to Reservations when the guest count changes.',
      'event.channels.published': 'Sent to Reservations when channels are published.',
      'event.menus.published': 'Sent to Inventory Management when a menu is published.',
      'event.outlet.updated':
        'Sent when outlet details change; the API specification does not define the receivers.',
    },
  },
  {
    title: 'Events, payloads',
    rules: {
      'payload.order':
        'order.complete and order.cancelled contain id, event and updatedAt, for Order Data and Inventory Management.',
      'payload.order.thin': 'They contain nothing else.',
      'payload.menu': 'menus.published contains event and updatedAt.',
    },
  },
  {
    title: 'Events, rules',
    rules: {
      'events.rule-1': 'Thin events contain the event name, the order id and a timestamp.',
      'events.rule-1.read': 'The receiver then reads the order, menu or channels.',
      'events.rule-2':
        'Menu and channel changes are sent when the merchant publishes them, as one event without data.',
      'events.rule-2.before': untested('Nothing is sent while the merchant edits.', inDashboard),
      'events.rule-3':
        'Reservations keys receive order events only for orders from the reservation platform.',
      'events.rule-4': 'An order can send order.complete and order.cancelled more than once.',
      'events.rule-5.acknowledged': 'The API does not retry a delivery after a 200.',
      'events.rule-5.failed': 'The API retries a delivery several times after any other response.',
      'events.rule-5.backoff': 'The delays grow exponentially, and the retries end.',
      'events.rule-6.soon': 'Receivers respond within 5 seconds.',
      'events.rule-6.repeats': 'Receivers accept repeated deliveries.',
      'events.rule-6.queued': 'Receivers respond with 200 when the event is queued or processed.',
      'events.rule-7.selected': 'Merchants can republish the events of selected final orders.',
      'events.rule-7.all': 'Merchants can republish the events of all visible orders at once.',
      'events.rule-8': 'Goods receipts send no events.',
    },
  },
];
