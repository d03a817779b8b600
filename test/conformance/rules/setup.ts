import { inDashboard, type Section, untested } from '../rule.js';

const agreement = 'an agreement between people';

export const setup: readonly Section[] = [
  {
    title: 'What the service does',
    rules: {
      'service.json': 'The interface is JSON over HTTP.',
      'service.scope': 'A key reaches exactly one outlet.',
      'service.merchant': untested('An outlet belongs to a merchant.', 'a fact about the business'),
    },
  },
  {
    title: 'Setup rules',
    rules: {
      'setup.enabling': untested('Open API is switched on for each outlet.', inDashboard),
      'setup.keys': 'An outlet can have one key or several.',
      'setup.key-has': 'A key has a use case, a label and a webhook URL.',
      'setup.shown-once': untested('A token is shown one single time.', inDashboard),
      'setup.lost-token': 'Who has lost a token deletes its key and creates another one for the use case.',
      'setup.environments': 'Production and sandbox have addresses of their own.',
      'setup.dashboards': untested('Each of the two environments has its own dashboard.', inDashboard),
      'setup.sandbox': untested('The sandbox is there for integration partners.', agreement),
      'setup.production': untested('A merchant may work on production right away.', agreement),
    },
  },
  {
    title: 'Use cases',
    rules: {
      'use-case.digital-ordering': 'Digital Ordering: platforms place orders and follow their status.',
      'use-case.digital-ordering.events':
        'It hears of orders in the kitchen, ready for pickup, complete and cancelled.',
      'use-case.digital-ordering.own': 'It hears of those orders only that its own key created.',
      'use-case.reservations':
        'Reservations: a booking system opens, updates and cancels orders of its bookings and walk-ins.',
      'use-case.reservations.events':
        'It hears of changed totals, status, table and guest count, and of published channels.',
      'use-case.reservations.linked': 'Its order events come for orders that belong to a reservation only.',
      'use-case.order-data': 'Order Data: all sales and orders are read for reports and reconciliation.',
      'use-case.order-data.events': 'It hears of complete and cancelled orders.',
      'use-case.order-data.source': 'It hears of them wherever the order comes from.',
      'use-case.inventory':
        'Inventory Management: menus and finalised orders are kept in step with a stock system.',
      'use-case.inventory.events': 'It hears of published menus, and of complete and cancelled orders.',
      'use-case.accounting': 'Accounting is no use case of its own: it takes an Order Data key.',
      'use-case.accounting.reads': 'That one key reads sales and purchases.',
      'use-case.plan': untested(
        'Where Order Data cannot be chosen, the plan does not include it.',
        inDashboard,
      ),
      'use-case.unowned': 'Orders that belong to no key send no webhooks.',
    },
  },
];
