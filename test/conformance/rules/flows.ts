import { atTheOutlet, inDashboard, ofTheCaller, type Section, untested } from '../rule.js';

export const flows: readonly Section[] = [
  {
    title: 'Flow: Digital Ordering',
    rules: {
      'flow.digital-ordering.key': untested('Create a key with this use case.', inDashboard),
      'flow.digital-ordering.channel':
        'The platform is registered as a channel of type Partner, and then stands in `GET /channels`.',
      'flow.digital-ordering.menu': 'Fetch the menu for a channel type.',
      'flow.digital-ordering.partner': 'For the type partner, name the partner too.',
      'flow.digital-ordering.overrides': "The partner's own version of the menu applies then.",
      'flow.digital-ordering.order': 'Forward each order with `POST /orders`.',
      'flow.digital-ordering.webhook': 'Follow the order by webhook.',
      'flow.digital-ordering.poll': 'Or follow it by reading it again and again.',
      'flow.digital-ordering.cancel': 'Cancel it with `PUT /orders/:id` and the status cancelled.',
    },
  },
  {
    title: 'Flow: Reservations',
    rules: {
      'flow.reservations.key': untested('Create a key with this use case.', inDashboard),
      'flow.reservations.tables': 'Each table is a channel of type Dine-in.',
      'flow.reservations.arrival':
        'When guests arrive, `POST /orders/reservations` creates an order that is linked to their reservation.',
      'flow.reservations.change':
        'Another table, guest count or contact, or a cancellation, goes to `PUT /orders/reservations/{id}`.',
      'flow.reservations.events': 'After each of the four order events, read the order.',
      'flow.reservations.channels': 'After channels.published, read the channels.',
    },
  },
  {
    title: 'Flow: Order Data',
    rules: {
      'flow.order-data.key': untested('Create a key with this use case and a webhook URL.', inDashboard),
      'flow.order-data.events': 'After order.complete or order.cancelled, read the order.',
      'flow.order-data.recommended': untested('Webhooks are the way to prefer.', ofTheCaller),
      'flow.order-data.backfill': 'Reconciliation and backfill list orders over a range of dates.',
      'flow.order-data.no-replacement': untested('Lists do not take the place of webhooks.', ofTheCaller),
      'flow.order-data.again':
        'An order can be cancelled after it was complete, or be reopened, so that it has several events.',
      'flow.order-data.end': untested('Merchants bring every order to complete or cancelled.', atTheOutlet),
    },
  },
  {
    title: 'Flow: Inventory Management',
    rules: {
      'flow.inventory.key': untested('Create a key with this use case and a webhook URL.', inDashboard),
      'flow.inventory.menu': 'After menus.published, fetch the menu.',
      'flow.inventory.order': 'After order.complete or order.cancelled, read the order.',
      'flow.inventory.backfill': 'Backfill lists orders over a range of dates.',
    },
  },
  {
    title: 'Flow: Accounting',
    rules: {
      'flow.accounting.sales': 'Sales come from the orders, with an Order Data key.',
      'flow.accounting.purchases': 'Purchases come from `GET /inventory/goods-receipts`.',
      'flow.accounting.recording': untested(
        'Staff record receipts from an invoice that they upload, or line by line.',
        atTheOutlet,
      ),
      'flow.accounting.bill': "A completed receipt is a supplier's bill.",
      'flow.accounting.silent': 'Goods receipts send no webhooks.',
      'flow.accounting.poll': untested('They are polled on a schedule.', ofTheCaller),
    },
  },
];
