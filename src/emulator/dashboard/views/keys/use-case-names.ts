import type { UseCase } from '../../../../entities/index.js';

/** The names of the use cases for people. */
export const useCaseNames: Readonly<Record<UseCase, string>> = {
  'digital-ordering': 'Digital Ordering',
  reservations: 'Reservations',
  'order-data': 'Order Data',
  'inventory-management': 'Inventory Management',
};
