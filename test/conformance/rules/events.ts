import { inDashboard, type Section, untested } from '../rule.js';

export const events: readonly Section[] = [
  {
    title: 'Events',
    rules: {
      'events.delivery': 'An event is a POST with a JSON body to the webhook URL.',
      'events.one-url': 'A key has one URL.',
      'events.own-use-case': 'A key receives the events of its use case only.',
      'event.order.inKitchen': 'Sent with that status, to Digital Ordering.',
      'event.order.readyForPickup': 'Sent with that status, to Digital Ordering.',
      'event.order.complete':
        'Sent when an order is completed and paid, to Digital Ordering, Order Data and Inventory Management.',
      'event.order.cancelled':
        'Sent when an order is cancelled, to Digital Ordering, Order Data and Inventory Management.',
      'events.cancelled-any-time': 'order.cancelled comes before or after the payment.',
      'event.order.totalsUpdated': 'Sent when totals change, to Reservations.',
      'event.order.statusUpdated': 'Sent when the status changes, to Reservations.',
      'event.order.channelUpdated': 'Sent when guests move to another table, to Reservations.',
      'event.order.guestCountUpdated': 'Sent when the guest count changes, to Reservations.',
      'event.channels.published': 'Sent when channels are published, to Reservations.',
      'event.menus.published': 'Sent when a menu is published, to Inventory Management.',
      'event.outlet.updated': 'Sent when details of the outlet change; to whom is not shown.',
    },
  },
  {
    title: 'Events, payloads',
    rules: {
      'payload.order':
        'order.complete and order.cancelled hold id, event and updatedAt, for Order Data and Inventory Management.',
      'payload.order.thin': 'They hold nothing else.',
      'payload.menu': 'menus.published holds event and updatedAt.',
    },
  },
  {
    title: 'Events, rules',
    rules: {
      'events.rule-1': 'Thin events hold a name, the id of an order, and a time.',
      'events.rule-1.read': 'The receiver then reads order, menu or channels.',
      'events.rule-2':
        'Menus and channels are told of when the merchant publishes them, in one notice without data.',
      'events.rule-2.before': untested('Nothing is told while they are edited.', inDashboard),
      'events.rule-3': 'Reservations hear of orders only that their platform initiated.',
      'events.rule-4': 'One order can complete and be cancelled more than once.',
      'events.rule-5.acknowledged': 'After a 200 nothing is tried again.',
      'events.rule-5.failed': 'After anything else it is tried again several times.',
      'events.rule-5.backoff': 'The pauses grow exponentially, and end.',
      'events.rule-6.soon': 'Receivers answer within 5 seconds.',
      'events.rule-6.repeats': 'Receivers stand repeated deliveries.',
      'events.rule-6.queued': 'Receivers answer 200 once the event is safe.',
      'events.rule-7.selected': 'The events of chosen orders that have ended can be sent again.',
      'events.rule-7.all': 'Those of all visible orders can be sent again at once.',
      'events.rule-8': 'Goods receipts send no events.',
    },
  },
];
