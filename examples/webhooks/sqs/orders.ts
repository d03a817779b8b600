import type { Order } from 'outlet-open-api';

/**
 * Stores an order: replace the body with your database. Events repeat and arrive in any order, so overwrite a stored order only if
 * its `readAt` is earlier.
 */
export async function saveOrder(order: Order, readAt: Date): Promise<void> {
  console.log(`Order ${order.id} was ${order.status} at ${readAt.toISOString()}.`);
}
