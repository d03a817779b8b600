import type { UseCase } from './use-case.js';

/** The names of the use cases, as the merchant dashboard shows them. */
export const useCaseNames: Readonly<Record<UseCase, string>> = {
  'digital-ordering': 'Digital Ordering',
  reservations: 'Reservations',
  'order-data': 'Order Data',
  'inventory-management': 'Inventory Management',
};
