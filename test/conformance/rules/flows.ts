import { atTheOutlet, inDashboard, ofTheCaller, type Section, untested } from '../rule.js';

export const flows: readonly Section[] = [
  {
    title: 'Flow: Digital Ordering',
    rules: {
      'flow.digital-ordering.key': untested('Create a key with this use case.', inDashboard),
      'flow.digital-ordering.channel':
        'The platform is registered as a channel of type Partner, so `GET /channels` lists it.',
      'flow.digital-ordering.menu': 'Fetch the menu for a channel type.',
      'flow.digital-ordering.partner': 'If the channel type is partner, pass the partner channel.',
      'flow.digital-ordering.overrides': "The menu then contains the partner's overrides.",
      'flow.digital-ordering.order': 'Forward each order with `POST /orders`.',
      'flow.digital-ordering.webhook': 'Follow the order by webhook (recommended).',
      'flow.digital-ordering.poll': 'Alternatively, poll the order.',
      'flow.digital-ordering.cancel': 'Cancel an order with `PUT /orders/:id` and the status cancelled.',
    },
  },
  {
    title: 'Flow: Reservations',
    rules: {
      'flow.reservations.key': untested('Create a key with this use case.', inDashboard),
      'flow.reservations.tables': 'Each table is a channel of type Dine-in.',
      'flow.reservations.arrival':
        'When guests arrive, `POST /orders/reservations` creates an order that is linked to the reservation.',
      'flow.reservations.change':
        'If the table, guest count or contact changes, or to cancel, call `PUT /orders/reservations/{id}`.',
      'flow.reservations.events': 'After each of the four order events, read the order.',
      'flow.reservations.channels': 'After channels.published, read the channels.',
    },
  },
  {
    title: 'Flow: Order Data',
    rules: {
      'flow.order-data.key': untested('Create a key with this use case and a webhook URL.', inDashboard),
      'flow.order-data.events': 'After order.complete or order.cancelled, read the order.',
      'flow.order-data.recommended': untested('Webhooks are the recommended pattern.', ofTheCaller),
      'flow.order-data.backfill': 'Reconciliation and backfill list orders by date range.',
      'flow.order-data.no-replacement': untested('Lists do not replace webhooks.', ofTheCaller),
      'flow.order-data.again':
        'An order can be cancelled after completion, or reopened, so several events can arrive for it.',
      'flow.order-data.end': untested('Merchants end every order as complete or cancelled.', atTheOutlet),
    },
  },
  {
    title: 'Flow: Inventory Management',
    rules: {
      'flow.inventory.key': untested('Create a key with this use case and a webhook URL.', inDashboard),
      'flow.inventory.menu': 'After menus.published, fetch the menu.',
      'flow.inventory.order': 'After order.complete or order.cancelled, read the order.',
      'flow.inventory.backfill': 'Backfill lists orders by date range.',
    },
  },
  {
    title: 'Flow: Accounting',
    rules: {
      'flow.accounting.sales': 'Sales come from orders, with an Order Data key.',
      'flow.accounting.purchases': 'Purchases come from `GET /inventory/goods-receipts`.',
      'flow.accounting.recording': untested(
        'Staff record receipts from an uploaded invoice, or line by line.',
        atTheOutlet,
      ),
      'flow.accounting.bill': "A completed receipt is the record of a supplier's bill.",
      'flow.accounting.silent': 'Goods receipts send no webhooks.',
      'flow.accounting.poll': untested('Receipts are polled on a schedule.', ofTheCaller),
    },
  },
];
