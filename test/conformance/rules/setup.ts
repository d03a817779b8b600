import { inDashboard, type Section, untested } from '../rule.js';

const agreement = 'It is an agreement with the provider of the API';

export const setup: readonly Section[] = [
  {
    title: 'What the service does',
    rules: {
      'service.json': 'The interface is JSON over HTTP.',
      'service.scope': 'A key has access to exactly one outlet.',
      'service.merchant': untested('An outlet belongs to a merchant.', 'It is a fact about the business'),
    },
  },
  {
    title: 'Setup rules',
    rules: {
      'setup.enabling': untested('The merchant enables Open API for each outlet.', inDashboard),
      'setup.keys': 'An outlet can have one or more keys.',
      'setup.key-has': 'A key has a use case, a label and a webhook URL.',
      'setup.shown-once': untested('The dashboard shows a token only once.', inDashboard),
      'setup.lost-token': 'If a token is lost, delete its key and create a new key for the use case.',
      'setup.environments': 'Production and sandbox have different URLs.',
      'setup.dashboards': untested('Production and sandbox have different dashboards.', inDashboard),
      'setup.sandbox': untested('The sandbox is for integration partners.', agreement),
      'setup.production': untested('A merchant can use production directly.', agreement),
    },
  },
  {
    title: 'Use cases',
    rules: {
      'use-case.digital-ordering': 'Digital Ordering: platforms place orders and follow their status.',
      'use-case.digital-ordering.events':
        'Its keys receive order.inKitchen, order.readyForPickup, order.complete and order.cancelled.',
      'use-case.digital-ordering.own': 'A key receives events only for orders that it created.',
      'use-case.reservations':
        'Reservations: a booking system opens, updates and cancels orders for reservations and walk-ins.',
      'use-case.reservations.events':
        'Its keys receive the four events of changed reservation orders, and channels.published.',
      'use-case.reservations.linked':
        'Its keys receive order events only for orders that are linked to reservations.',
      'use-case.order-data': 'Order Data: reads all sales and orders for reports and reconciliation.',
      'use-case.order-data.events': 'Its keys receive order.complete and order.cancelled.',
      'use-case.order-data.source': 'Its keys receive events for all orders, whatever their source.',
      'use-case.inventory':
        'Inventory Management: synchronizes menus and final orders with an inventory system.',
      'use-case.inventory.events': 'Its keys receive menus.published, order.complete and order.cancelled.',
      'use-case.accounting': 'Accounting is not a use case of its own: it uses an Order Data key.',
      'use-case.accounting.reads': 'The same key reads sales and purchases.',
      'use-case.plan': untested(
        'If Order Data is not available, the plan of the outlet does not include it.',
        inDashboard,
      ),
      'use-case.unowned': 'Orders that belong to no key trigger no webhooks.',
    },
  },
];
